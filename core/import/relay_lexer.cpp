// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "import/relay_diagnostics.h"
#include "import/relay_token.h"

namespace nw::import {

namespace {

constexpr size_t kMaxDiagnostics = 20;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_char(char c) {
  return is_letter(c) || is_digit(c);
}

// Bytes of the letter beyond ASCII that the text begins with; 0: none. What the blocks of UTF-8's lead bytes 0xC2 and
// 0xE2 hold is punctuation, arrows and other signs.
size_t foreign_letter(std::string_view text) {
  const auto lead = text.empty() ? 0u : static_cast<unsigned char>(text[0]);
  if (lead < 0xC3 || lead == 0xE2 || lead > 0xF4 || text.starts_with("\xC3\x97") || text.starts_with("\xC3\xB7"))
    return 0;
  size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) ++length;
  return length;
}

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front()))) s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back()))) s.remove_suffix(1);
  return s;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Tokens run() {
    out_.list.reserve(text_.size() / 6);
    while (skip_blank() && next()) {
    }
    start_ = pos_;
    add(TokenKind::End, text_.substr(pos_, 0));
    return std::move(out_);
  }

 private:
  char peek(size_t ahead = 0) const { return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0'; }
  bool at(std::string_view s) const { return text_.substr(pos_, s.size()) == s; }

  void step() {
    if (text_[pos_++] == '\n') {
      ++line_;
      line_start_ = pos_;
      new_line_ = true;
    }
  }

  int column(size_t pos) const { return static_cast<int>(pos - line_start_) + 1; }

  void add(TokenKind kind, std::string_view name) {
    Token t;
    t.kind = kind;
    t.text = name;
    t.line = line_;
    t.column = column(start_);
    t.length = static_cast<int>(pos_ - start_);
    t.first_on_line = new_line_;
    new_line_ = false;
    out_.list.push_back(t);
  }

  void report(Diagnostic d) {
    if (out_.diagnostics.size() < kMaxDiagnostics) out_.diagnostics.push_back(std::move(d));
  }

  // False at the end of what is to be read.
  bool skip_blank() {
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (is_blank(c)) {
        step();
      } else if (c != '/' && c != '#' && c != 'M') {  // nothing of what follows
        return true;
      } else if (at("//")) {
        while (pos_ < text_.size() && peek() != '\n') step();
      } else if (at("/*")) {
        if (!comment()) return false;
      } else if (at("#[metadata]") || (at("METADATA:") && new_line_)) {
        pos_ += peek() == '#' ? 11 : 9;
        return metadata();
      } else {
        return true;
      }
    }
    return false;
  }

  bool metadata() {
    out_.has_metadata = true;
    out_.metadata = trimmed(text_.substr(pos_));
    return false;
  }

  // Comments nest. False if the rest of the text is no program.
  bool comment() {
    const TextSpan begin{line_, column(pos_), 2};
    const size_t from = pos_ + 2;
    int depth = 0;
    do {
      if (at("/*")) {
        ++depth;
        pos_ += 2;
      } else if (at("*/")) {
        --depth;
        pos_ += 2;
      } else if (pos_ < text_.size()) {
        step();
      } else {
        report(unterminated("comment", begin));
        return false;
      }
    } while (depth > 0);
    const std::string_view inside = trimmed(text_.substr(from, pos_ - 2 - from));
    if (inside == "meta data") return metadata();
    if (!out_.list.empty() && out_.list.back().comment.empty()) out_.list.back().comment = inside;
    return true;
  }

  bool next() {
    start_ = pos_;
    const char c = peek();
    if (c == '%' || c == '@') return name_with_sigil(c);
    if (is_digit(c)) return number();
    if (is_letter(c) || foreign_letter(text_.substr(pos_)) > 0) {
      while (name_length(0) > 0 || (peek() == '/' && name_length(1) > 0)) pos_ += std::max<size_t>(1, name_length(0));
      add_name(TokenKind::Ident, text_.substr(start_, pos_ - start_));
      return true;
    }
    if (c == '"' || c == '\'') return string(c);  // '…' is in printed objects
    return punctuation();
  }

  bool name_with_sigil(char sigil) {
    ++pos_;
    const size_t from = pos_;
    while (is_digit(peek())) ++pos_;
    const bool numbered = sigil == '%' && pos_ > from && name_length(0) == 0;
    if (!numbered) long_name();
    const std::string_view name = text_.substr(from, pos_ - from);
    if (name.empty()) {
      report(unexpected_character(sigil, {line_, column(start_), 1}));
      return true;
    }
    add_name(sigil == '@' ? TokenKind::Global : numbered ? TokenKind::GraphVar : TokenKind::Local, name);
    return true;
  }

  // Bytes of the character of a name that is there; 0: there is none.
  size_t name_length(size_t ahead) const {
    if (is_name_char(peek(ahead))) return 1;
    return pos_ + ahead < text_.size() ? foreign_letter(text_.substr(pos_ + ahead)) : 0;
  }

  // A name with letters that Relay does not know is read all the same, and reported where it is first.
  void add_name(TokenKind kind, std::string_view name) {
    const bool foreign = std::any_of(name.begin(), name.end(), [](char c) { return (c & 0x80) != 0; });
    if (foreign && foreign_names_.insert(name).second)
      report(foreign_letters(std::string(text_.substr(start_, pos_ - start_)),
                             {line_, column(start_), static_cast<int>(pos_ - start_)}));
    add(kind, name);
  }

  // Printed names hold '/', '::' and '.': "layer1.0.conv/weight". A '.' with only a number behind it is a projection.
  void long_name() {
    for (;;) {
      const char c = peek();
      size_t digits = 1;
      while (is_digit(peek(digits))) ++digits;
      const bool dotted =
          c == '.' && (is_letter(peek(1)) || (digits > 1 && peek(digits) == '.' && is_name_char(peek(digits + 1))));
      if (name_length(0) > 0) {
        pos_ += name_length(0);
      } else if (dotted || (c == '/' && name_length(1) > 0)) {
        ++pos_;
      } else if (at("::") && name_length(2) > 0) {
        pos_ += 2;
      } else {
        return;
      }
    }
  }

  bool number() {
    while (is_digit(peek())) ++pos_;
    const bool projection = !out_.list.empty() && out_.list.back().is(".");
    if (!projection) {
      if (peek() == '.' && is_digit(peek(1))) {
        ++pos_;
        while (is_digit(peek())) ++pos_;
      }
      const size_t sign = peek(1) == '-' || peek(1) == '+' ? 2 : 1;
      if ((peek() == 'e' || peek() == 'E') && is_digit(peek(sign))) {
        pos_ += sign;
        while (is_digit(peek())) ++pos_;
      }
      while (is_name_char(peek())) ++pos_;  // the type: f, f16, i64
    }
    add(TokenKind::Number, text_.substr(start_, pos_ - start_));
    return true;
  }

  bool string(char quote) {
    ++pos_;
    const size_t from = pos_;
    while (pos_ < text_.size() && peek() != quote && peek() != '\n')
      pos_ += peek() == '\\' && peek(1) != '\n' && peek(1) != '\0' ? 2 : 1;
    const std::string_view inside = text_.substr(from, pos_ - from);
    if (peek() == quote) {
      ++pos_;
    } else {
      report(unterminated("string", {line_, column(start_), static_cast<int>(pos_ - start_)}));
    }
    add(TokenKind::String, inside);
    return true;
  }

  bool punctuation() {
    static constexpr std::array<std::string_view, 8> kLong = {"=>", "->", "<=", ">=", "==", "!=", ";;", "#["};
    static constexpr std::string_view kShort = "()[]{},;:.=+-*/<>?!&|";
    for (const std::string_view p : kLong) {
      if (p[0] != peek() || p[1] != peek(1)) continue;
      pos_ += p.size();
      add(TokenKind::Punct, text_.substr(start_, p.size()));
      return true;
    }
    const char c = peek();
    ++pos_;
    if (kShort.find(c) != std::string_view::npos) {
      add(TokenKind::Punct, text_.substr(start_, 1));
      return true;
    }
    // A run of signs beyond ASCII is one mistake.
    while ((c & 0x80) != 0 && (peek() & 0x80) != 0 && foreign_letter(text_.substr(pos_)) == 0) ++pos_;
    report(unexpected_character(c, {line_, column(start_), static_cast<int>(pos_ - start_)}));
    return true;
  }

  std::string_view text_;
  size_t pos_ = 0;
  size_t start_ = 0;
  size_t line_start_ = 0;
  int line_ = 1;
  bool new_line_ = true;
  std::set<std::string_view> foreign_names_;
  Tokens out_;
};

}  // namespace

Tokens tokenize_relay(std::string_view text) {
  return Lexer(text).run();
}

}  // namespace nw::import
