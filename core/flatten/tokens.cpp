// SPDX-License-Identifier: GPL-3.0-or-later
#include "flatten/tokens.h"

#include <algorithm>
#include <string>

#include "flatten/diagnostics.h"

namespace nw::flatten {

namespace {

constexpr size_t kMaxTokens = 1'000'000;
constexpr size_t kMaxIndents = 100;

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_char(char c) {
  return is_name_start(c) || is_digit(c);
}

size_t operator_length(std::string_view rest) {
  static constexpr std::string_view three[] = {"**=", "//=", ">>=", "<<=", "..."};
  static constexpr std::string_view two[] = {
      "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", ":="};
  // Most are brackets and commas: those of more characters go on with one of these.
  const bool longer = rest.size() > 1 && std::string_view("*/><=.").find(rest[1]) != std::string_view::npos;
  if (longer || rest.starts_with("->")) {
    for (const std::string_view op : three)
      if (rest.starts_with(op)) return 3;
    for (const std::string_view op : two)
      if (rest.starts_with(op)) return 2;
  }
  return std::string_view("+-*/%()[]{},.:=<>&|^~@;").find(rest[0]) != std::string_view::npos ? 1 : 0;
}

class Lexer {
 public:
  // From `recover_line` on, a line that starts in the first column ends what a bracket left open.
  Lexer(std::string_view text, int recover_line) : text_(text), recover_line_(recover_line) {
    out_.list.reserve(text.size() / 4 + 16);
  }

  Tokens run() {
    while (at_ < text_.size() && out_.list.size() < kMaxTokens) {
      if (at_line_start_ && open_.empty())
        indentation();
      else
        step();
    }
    if (at_ < text_.size()) say(too_large(line_));
    end_statement();
    while (indents_.size() > 1) {
      indents_.pop_back();
      push(Tok::Dedent, 0);
    }
    push(Tok::End, 0);
    return std::move(out_);
  }
  int unclosed_line() const { return open_.empty() ? 0 : open_.front().line; }

 private:
  struct Open {
    char bracket;
    int line, column;
  };

  int column() const { return static_cast<int>(at_ - line_start_) + 1; }
  void say(Diagnostic d) {
    if (out_.diagnostics.size() < kMaxDiagnostics) out_.diagnostics.push_back(std::move(d));
  }
  void push(Tok kind, size_t length) {
    out_.list.push_back({kind, line_, column(), text_.substr(std::min(at_, text_.size()), length)});
    at_ += length;
  }
  void end_statement() {
    if (!out_.list.empty() && out_.list.back().kind != Tok::Newline && out_.list.back().kind != Tok::Indent &&
        out_.list.back().kind != Tok::Dedent)
      push(Tok::Newline, 0);
  }
  void line_feed() {
    ++at_;
    ++line_;
    line_start_ = at_;
    at_line_start_ = open_.empty();
  }

  void indentation() {
    size_t width = 0, plain = 0;
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\f')) {
      width = text_[at_] == '\t' ? width / 8 * 8 + 8 : width + 1;
      ++plain;
      ++at_;
    }
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ >= text_.size()) return;
    if (text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ >= text_.size()) return;
    if (text_[at_] == '\n') return line_feed();
    at_line_start_ = false;
    indent_to({width, plain});
  }

  struct Width {
    size_t columns, characters;  // tabs go to the next eighth column
  };
  void indent_to(Width width) {
    if (width.columns > indents_.back().columns) {
      if (width.characters <= indents_.back().characters) say(mixed_tabs(line_));
      if (indents_.size() >= kMaxIndents) return say(too_deep(line_));
      indents_.push_back(width);
      return push(Tok::Indent, 0);
    }
    while (width.columns < indents_.back().columns) {
      indents_.pop_back();
      push(Tok::Dedent, 0);
    }
    if (width.columns != indents_.back().columns) return say(unexpected_indent(line_));
    if (width.characters != indents_.back().characters) say(mixed_tabs(line_));
  }

  void recover() {
    if (open_.empty() || recover_line_ == 0 || line_ <= recover_line_ || at_ >= text_.size()) return;
    if (!is_name_start(text_[at_])) return;
    say(unclosed_bracket(open_.back().bracket, open_.back().line, open_.back().column));
    open_.clear();
    end_statement();
    at_line_start_ = true;
  }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      if (open_.empty()) end_statement();
      line_feed();
      return recover();
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
      ++at_;
      return;
    }
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    if (c == '\\' && continues_line()) return;
    if (is_name_start(c)) return name();
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return number();
    if (c == '"' || c == '\'') return string(0);
    if (const size_t length = operator_length(text_.substr(at_))) return op(length);
    say(strange_character(c, line_, column()));
    ++at_;
  }
  bool continues_line() {
    size_t next = at_ + 1;
    if (next < text_.size() && text_[next] == '\r') ++next;
    if (next >= text_.size() || text_[next] != '\n') return false;
    at_ = next;
    line_feed();
    at_line_start_ = false;
    return true;
  }
  void name() {
    size_t end = at_ + 1;
    while (end < text_.size() && is_name_char(text_[end])) ++end;
    if (end < text_.size() && (text_[end] == '"' || text_[end] == '\'') && end - at_ <= 2 &&
        text_.substr(at_, end - at_).find_first_not_of("rRbBfFuU") == std::string_view::npos)
      return string(end - at_);
    push(Tok::Name, end - at_);
  }
  void number() {
    size_t end = at_;
    const bool based = text_[end] == '0' && end + 1 < text_.size() &&
                       std::string_view("xXbBoO").find(text_[end + 1]) != std::string_view::npos;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool sign =
          !based && (c == '+' || c == '-') && end > at_ && (text_[end - 1] == 'e' || text_[end - 1] == 'E');
      if (!is_name_char(c) && c != '.' && !sign) break;
      ++end;
    }
    push(Tok::Number, end - at_);
  }
  void string(size_t prefix) {
    const size_t open = at_ + prefix;
    const char quote = text_[open];
    const bool triple = text_.substr(open, 3) == std::string(3, quote);
    size_t end = open + (triple ? 3 : 1);
    while (end < text_.size()) {
      if (text_[end] == '\\') {
        end += 2;
        continue;
      }
      if (!triple && text_[end] == '\n') break;
      if (text_[end] == quote && (!triple || text_.substr(end, 3) == std::string(3, quote))) {
        end += triple ? 3 : 1;
        push_lines(end);
        return;
      }
      ++end;
    }
    say(unclosed_string(line_, column()));
    push_lines(std::min(triple ? text_.size() : text_.find('\n', at_), text_.size()));
  }
  // A string token up to `end`, which may be lines below.
  void push_lines(size_t end) {
    end = std::min(end, text_.size());
    const std::string_view token = text_.substr(at_, end - at_);
    push(Tok::String, token.size());
    for (size_t i = 0; i < token.size(); ++i) {
      if (token[i] != '\n') continue;
      ++line_;
      line_start_ = static_cast<size_t>(token.data() - text_.data()) + i + 1;
    }
  }
  void op(size_t length) {
    const char c = text_[at_];
    if (c == '(' || c == '[' || c == '{') {
      open_.push_back({c, line_, column()});
    } else if (c == ')' || c == ']' || c == '}') {
      const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (open_.empty() || open_.back().bracket != wanted)
        say(unopened_bracket(c, line_, column()));
      else
        open_.pop_back();
    }
    push(Tok::Op, length);
  }

  std::string_view text_;
  int recover_line_;
  size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  bool at_line_start_ = true;
  std::vector<Width> indents_{{0, 0}};
  std::vector<Open> open_;
  Tokens out_;
};

}  // namespace

TextSpan Token::span() const {
  const size_t first_line = std::min(text.find('\n'), text.size());
  return {line, column, static_cast<int>(first_line)};
}

Tokens tokenize(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  Lexer lexer(text, 0);
  Tokens tokens = lexer.run();
  if (const int line = lexer.unclosed_line()) {
    Lexer again(text, line);
    tokens = again.run();
    if (again.unclosed_line()) tokens.diagnostics.push_back(unclosed_bracket('(', again.unclosed_line(), 1));
  }
  return tokens;
}

StringForm string_form(std::string_view token) {
  StringForm form;
  while (form.prefix < token.size() && token[form.prefix] != '"' && token[form.prefix] != '\'') {
    const char c = static_cast<char>(token[form.prefix] | ' ');
    form.raw = form.raw || c == 'r';
    form.formatted = form.formatted || c == 'f';
    ++form.prefix;
  }
  const std::string_view rest = token.substr(form.prefix);
  form.quotes = rest.size() >= 6 && rest[1] == rest[0] && rest[2] == rest[0] ? 3 : 1;
  return form;
}

}  // namespace nw::flatten
