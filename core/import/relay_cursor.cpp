// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_cursor.h"

#include <fmt/format.h>

#include "import/relay_diagnostics.h"

namespace nw::import {

namespace {

constexpr int kMaxExprDepth = 300;
constexpr int kMaxErrors = 50;

std::string shown(const Token& token) {
  switch (token.kind) {
    case TokenKind::End:
      return "the end of the text";
    case TokenKind::Local:
    case TokenKind::GraphVar:
      return fmt::format("'%{}'", token.text);
    case TokenKind::Global:
      return fmt::format("'@{}'", token.text);
    case TokenKind::String:
      return fmt::format("\"{}\"", token.text);
    default:
      return fmt::format("'{}'", token.text);
  }
}

}  // namespace

Token RelayCursor::take() {
  const Token token = peek();
  if (pos_ + 1 < tokens_.size()) ++pos_;
  return token;
}

bool RelayCursor::accept(std::string_view punct) {
  if (failed_ || !peek().is(punct)) return false;
  take();
  return true;
}

bool RelayCursor::accept_word(std::string_view word) {
  if (failed_ || !peek().is_word(word)) return false;
  take();
  return true;
}

bool RelayCursor::expect(std::string_view punct) {
  if (accept(punct)) return true;
  fail(fmt::format("'{}'", punct));
  return false;
}

std::string RelayCursor::dotted_name() {
  std::string name(take().text);
  while (peek().is(".") && peek(1).kind == TokenKind::Ident && !peek().first_on_line) {
    take();
    name += '.';
    name += take().text;
  }
  return name;
}

std::string RelayCursor::text_since(const Token& first) const {
  const std::string_view last = previous().text;
  return {first.text.data(), last.data() + last.size()};
}

void RelayCursor::fail(const std::string& expected) {
  if (!failed_) report(unexpected_token(expected, shown(peek()), peek().span()));
  failed_ = true;
}

void RelayCursor::report(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Error && ++errors_ > kMaxErrors) {
    if (errors_ == kMaxErrors + 1) diagnostics_.push_back(too_many_errors(kMaxErrors));
    return;
  }
  diagnostics_.push_back(std::move(diagnostic));
}

bool RelayCursor::enter() {
  if (++depth_ <= kMaxExprDepth) return true;
  if (!failed_) report(nested_too_deeply(kMaxExprDepth, peek().span()));
  failed_ = true;
  return false;
}

void RelayCursor::skip_statement() {
  failed_ = false;
  int open = 0;
  bool first = true;
  while (!at_end()) {
    const Token& t = peek();
    const bool binding = (t.kind == TokenKind::GraphVar && peek(1).is("=")) || t.is_word("let");
    if (open == 0 && (t.is("}") || (!first && t.first_on_line && binding))) return;
    if (t.first_on_line && t.is_word("def")) return;
    if (t.is("{") || t.is("(") || t.is("[")) ++open;
    if ((t.is("}") || t.is(")") || t.is("]")) && open > 0) --open;
    const bool end = open == 0 && t.is(";");
    take();
    first = false;
    if (end) return;
  }
}

void RelayCursor::skip_brackets() {
  int open = 0;
  do {
    const Token t = take();
    if (t.is("{") || t.is("(") || t.is("[")) ++open;
    if (t.is("}") || t.is(")") || t.is("]")) --open;
  } while (open > 0 && !at_end());
}

void RelayCursor::skip_parameter() {
  const auto ends = [&] {  // a ')' ends the list only where a body or a type follows: else one too few was opened
    const bool last = peek().is(")") && (peek(1).is("{") || peek(1).is("->"));
    return last || peek().is(",") || peek().is("{") || peek().is("->");
  };
  while (!at_end() && !ends()) {
    if (peek().is("(") || peek().is("[")) {
      skip_brackets();
    } else {
      take();
    }
  }
  failed_ = at_end();
}

}  // namespace nw::import
