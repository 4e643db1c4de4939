// SPDX-License-Identifier: GPL-3.0-or-later
// Strings: several in a row are one; f"…" has fields, which are expressions.
#include <cstdint>

#include "flatten/parser.h"

namespace nw::flatten {

namespace {

constexpr int kMaxFieldDepth = 3;

void append_utf8(std::string& out, uint32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80)
    out += static_cast<char>(code);
  else if (code < 0x800)
    out += {static_cast<char>(0xC0 | (code >> 6)), tail(0)};
  else if (code < 0x10000)
    out += {static_cast<char>(0xE0 | (code >> 12)), tail(6), tail(0)};
  else
    out += {static_cast<char>(0xF0 | (code >> 18)), tail(12), tail(6), tail(0)};
}

// The text between the quotes, with its escapes replaced; of others the backslash stays.
std::string cooked(std::string_view body, bool raw) {
  if (raw || body.find('\\') == body.npos) return std::string(body);
  static constexpr std::string_view letters = "abfnrtv\\'\"", meant = "\a\b\f\n\r\t\v\\'\"";
  std::string out;
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\' || i + 1 == body.size()) {
      out += body[i];
      continue;
    }
    const char c = body[++i];
    const size_t letter = letters.find(c);
    const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    const std::string_view number = body.substr(i + 1, digits);
    if (letter != letters.npos) {
      out += meant[letter];
    } else if (digits > 0 && number.size() == digits &&
               number.find_first_not_of("0123456789abcdefABCDEF") == number.npos) {
      append_utf8(out, static_cast<uint32_t>(std::stoul(std::string(number), nullptr, 16)));
      i += digits;
    } else if (c >= '0' && c <= '7') {
      uint32_t code = 0;
      size_t end = i;
      while (end < body.size() && end < i + 3 && body[end] >= '0' && body[end] <= '7')
        code = code * 8 + static_cast<uint32_t>(body[end++] - '0');
      append_utf8(out, code);
      i = end - 1;
    } else if (c != '\n') {
      out += '\\';
      out += c;
    }
  }
  return out;
}

// Where the field that begins at `from` ends: its '!', ':', '=' or '}' outside of brackets and strings.
size_t end_of_expression(std::string_view body, size_t from) {
  int depth = 0;
  char quote = 0;
  for (size_t i = from; i < body.size(); ++i) {
    const char c = body[i];
    if (quote) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (depth == 0 && (c == '}' || c == ':' || (c == '!' && i + 1 < body.size() && body[i + 1] != '='))) return i;
    if (c == ')' || c == ']' || c == '}') --depth;
  }
  return body.npos;
}

size_t end_of_field(std::string_view body, size_t from) {
  int depth = 0;
  for (size_t i = from; i < body.size(); ++i) {
    if (body[i] == '{') ++depth;
    if (body[i] == '}' && depth-- == 0) return i;
  }
  return body.npos;
}

}  // namespace

const Expr* Parser::string() {
  const Token& first = peek();
  Expr* e = make(ExprKind::String, first);
  Expr* parts = nullptr;  // of a formatted string
  while (is(Tok::String)) {
    const Token& t = next();
    const StringForm form = string_form(t.text);
    const size_t begin = form.prefix + form.quotes;
    if (t.text.size() < begin + form.quotes) break;  // not closed, and reported
    const std::string_view body = t.text.substr(begin, t.text.size() - begin - form.quotes);
    if (form.formatted && !parts) {
      parts = make(ExprKind::Formatted, first);
      parts->items.push_back(e);
    }
    if (form.formatted) {
      formatted(parts, body, form.raw, t, 0);
    } else if (parts) {
      Expr* plain = make(ExprKind::String, t);
      plain->string = cooked(body, form.raw);
      parts->items.push_back(plain);
    } else {
      e->string += cooked(body, form.raw);
    }
  }
  return parts ? done(parts) : e;
}

void Parser::formatted(Expr* into, std::string_view body, bool raw, const Token& token, int depth) {
  std::string plain;
  const auto flush = [&] {
    if (plain.empty()) return;
    Expr* s = make(ExprKind::String, token);
    s->string = cooked(plain, raw);
    into->items.push_back(s);
    plain.clear();
  };
  for (size_t i = 0; i < body.size() && !failed_;) {
    const char c = body[i];
    if ((c == '{' || c == '}') && i + 1 < body.size() && body[i + 1] == c) {
      plain += c;
      i += 2;
      continue;
    }
    if (c != '{') {
      plain += c;
      ++i;
      continue;
    }
    flush();
    const size_t expression_end = end_of_expression(body, i + 1);
    const size_t end = expression_end == body.npos ? body.npos : end_of_field(body, expression_end);
    if (end == body.npos || depth > kMaxFieldDepth) {
      fail(syntax_error("'}'", body.substr(i), token.span()));
      return;
    }
    std::string_view inner = body.substr(i + 1, expression_end - i - 1);
    while (!inner.empty() && inner.back() == ' ') inner.remove_suffix(1);
    if (!inner.empty() && inner.back() == '=' && inner.find("==") == inner.npos) {  // {n=}
      plain = std::string(inner);
      inner.remove_suffix(1);
      flush();
    }
    while (!inner.empty() && inner.front() == ' ') inner.remove_prefix(1);
    Tokens tokens = tokenize(inner);
    for (Token& t : tokens.list) {
      t.line = token.line;
      t.column = token.column;
    }
    tokens.diagnostics.clear();
    Parser field(std::move(tokens), tree_);
    field.depth_ = depth_ + 1;
    const size_t said = tree_.diagnostics.size();
    const Expr* value = depth_ > 150 ? nullptr : field.field_expression();
    if (!value) {
      tree_.diagnostics.resize(said);
      fail(syntax_error("an expression", inner, token.span()));
      return;
    }
    Expr* f = make(ExprKind::Field, token);
    f->a = value;
    size_t rest = expression_end;
    if (body[rest] == '!' && rest + 1 < end) {
      f->text = body.substr(rest + 1, 1);
      rest += 2;
    }
    if (rest < end && body[rest] == ':') {
      Expr* spec = make(ExprKind::Formatted, token);
      formatted(spec, body.substr(rest + 1, end - rest - 1), raw, token, depth + 1);
      f->b = done(spec);
    }
    into->items.push_back(done(f));
    i = end + 1;
  }
  flush();
}

}  // namespace nw::flatten
