// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/lexer.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "script/diagnostics.h"

namespace nw::script {

namespace {

constexpr size_t kMaxTokens = 400'000;

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_typographic_quote(std::string_view rest) {  // U+2018 to U+201F
  return rest.starts_with("\xe2\x80") && rest.size() > 2 && rest[2] >= '\x98' && rest[2] <= '\x9f';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_char(char c) {
  return is_name_start(c) || is_digit(c);
}

// As Python has it: an underscore stands between two digits.
bool underscores_join_digits(std::string_view number) {
  for (size_t i = 0; i < number.size(); ++i)
    if (number[i] == '_' && (i == 0 || i + 1 == number.size() || !is_digit(number[i - 1]) || !is_digit(number[i + 1])))
      return false;
  return true;
}
// 017, which was octal once; 00 is 0.
bool has_leading_zero(std::string_view integer) {
  return integer.size() > 1 && integer[0] == '0' && integer.find_first_not_of("0_") != integer.npos;
}
// 0x1F, 0b1_0, 0o_17.
bool is_based_integer(std::string_view integer) {
  const char base = static_cast<char>(integer[1] | ' ');
  bool after_digit = true;  // or after the base
  for (const char c : integer.substr(2)) {
    if (c == '_' && !after_digit) return false;
    const char small = static_cast<char>(c | ' ');
    const bool hex = base == 'x' && small >= 'a' && small <= 'f';
    if (c != '_' && !hex && (c < '0' || c > (base == 'b' ? '1' : base == 'o' ? '7' : '9'))) return false;
    after_digit = c != '_';
  }
  return after_digit && integer.size() > 2;
}

constexpr bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

// Bits of a character that can start or go on an operator.
enum OperatorRole : uint8_t {
  kAlone = 1,      // an operator of one character
  kDoubled = 2,    // **, //, <<, >>
  kWithEqual = 4,  // +=, <=, :=, …
};
constexpr auto kOperatorRoles = [] {
  std::array<uint8_t, 256> roles{};
  for (int i = 1; i < 128; ++i) {
    const char c = static_cast<char>(i);
    roles[static_cast<size_t>(i)] =
        static_cast<uint8_t>((is_one_of(c, "+-*/%()[]{},.:=<>&|^~@;") ? kAlone : 0) |
                             (is_one_of(c, "*/<>") ? kDoubled : 0) | (is_one_of(c, "<>=!+-*/%&|^:") ? kWithEqual : 0));
  }
  return roles;
}();

// The operators of Python; also those outside the language (`:=`, `->`, `@`), so that the parser can name them.
size_t operator_length(std::string_view rest) {
  const char first = rest[0], second = rest.size() > 1 ? rest[1] : '\0', third = rest.size() > 2 ? rest[2] : '\0';
  const uint8_t roles = kOperatorRoles[static_cast<unsigned char>(first)];
  if ((roles & kDoubled) && second == first) return third == '=' ? 3 : 2;
  if ((roles & kWithEqual) && second == '=') return 2;
  if (first == '-' && second == '>') return 2;
  if (first == '.' && second == '.' && third == '.') return 3;
  return roles & kAlone ? 1 : 0;
}

class Lexer {
 public:
  // From `recover_line` on, a line that starts in the first column ends what a bracket left open.
  Lexer(std::string_view text, int recover_line) : text_(text), recover_line_(recover_line) {
    out_.list.reserve(text.size() / 3 + 16);
  }

  Tokens run() {
    read_metadata();
    while (at_ < text_.size() && out_.list.size() < kMaxTokens) step();
    if (at_ < text_.size()) say(too_large(here(1)));
    end_statement();
    out_.list.push_back({Tok::End, false, 0, line_, column(), {}});
    return std::move(out_);
  }
  // The line of the outermost bracket that nothing closes, or 0.
  int unclosed_line() const { return open_.empty() ? 0 : open_.front().line; }

 private:
  struct Open {
    char bracket;
    int line, column;
  };

  int column() const { return static_cast<int>(at_ - line_start_) + 1; }
  TextSpan here(size_t length) const { return {line_, column(), static_cast<int>(length)}; }

  void read_metadata() {
    constexpr std::string_view mark = "# nestwright:";
    if (!text_.starts_with(mark)) return;
    std::string_view line = text_.substr(mark.size(), text_.find('\n') - mark.size());
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    out_.metadata = line;
  }

  void say(Diagnostic d) {
    if (out_.diagnostics.size() < kMaxDiagnostics) out_.diagnostics.push_back(std::move(d));
  }
  void push(Tok kind, size_t length, uint32_t op = 0, bool bad = false) {
    out_.list.push_back({kind, bad, op, line_, column(), text_.substr(at_, length)});
    at_ += length;
  }
  void end_statement() {
    if (!out_.list.empty() && out_.list.back().kind != Tok::Newline)
      out_.list.push_back({Tok::Newline, false, 0, line_, column(), {}});
  }
  void newline() {
    if (open_.empty()) end_statement();
    ++at_;
    ++line_;
    line_start_ = at_;
    if (open_.empty() || line_ <= recover_line_ || recover_line_ == 0 || at_ >= text_.size()) return;
    if (!is_name_start(text_[at_])) return;
    say(unclosed_bracket(open_.back().bracket, {open_.back().line, open_.back().column, 1}));
    open_.clear();
    out_.list.push_back({Tok::Op, true, 0, line_ - 1, 1, {}});
    end_statement();
  }

  void step() {
    const char c = text_[at_];
    if (c == '\n') return newline();
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
      ++at_;
      return;
    }
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    if (c == '\\' && continues_line()) return;
    if (is_typographic_quote(text_.substr(at_))) {
      say(typographic_quote(here(3)));
      return push(Tok::Op, 3, 0, true);
    }
    if (is_name_start(c)) return name();
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return number();
    if (c == '"' || c == '\'') return string();
    if (const size_t length = operator_length(text_.substr(at_))) return op(length);
    size_t length = 1;
    say(strange_character(c, here(length)));
    push(Tok::Op, length, 0, true);
  }
  bool continues_line() {
    size_t next = at_ + 1;
    if (next < text_.size() && text_[next] == '\r') ++next;
    if (next >= text_.size() || text_[next] != '\n') return false;
    at_ = next + 1;
    ++line_;
    line_start_ = at_;
    return true;
  }
  void name() {
    size_t end = at_ + 1;
    while (end < text_.size() && is_name_char(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    if (end < text_.size() && (text_[end] == '"' || text_[end] == '\'') && word.size() <= 2) {
      say(not_in_language("prefixed strings (f\"…\", r\"…\", b\"…\")", "write a plain string", here(word.size())));
      return push(Tok::Op, word.size(), 0, true);
    }
    push(Tok::Name, word.size());
  }
  void number() {
    size_t end = at_;
    bool is_float = false;
    if (text_[end] == '0' && end + 1 < text_.size() &&
        std::string_view("xXbBoO").find(text_[end + 1]) != std::string_view::npos) {
      end += 2;
      while (end < text_.size() && is_name_char(text_[end])) ++end;
      return number_of(end, is_based_integer(text_.substr(at_, end - at_)), Tok::Int);
    }
    auto digits = [&] {
      while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '_')) ++end;
    };
    digits();
    if (end < text_.size() && text_[end] == '.') {
      is_float = true;
      ++end;
      digits();
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      size_t exponent = end + 1;
      if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
      if (exponent < text_.size() && is_digit(text_[exponent])) {
        is_float = true;
        end = exponent;
        digits();
      }
    }
    const bool ends = end >= text_.size() || !is_name_char(text_[end]);
    while (end < text_.size() && is_name_char(text_[end])) ++end;
    const std::string_view text = text_.substr(at_, end - at_);
    if (ends && !is_float && has_leading_zero(text)) {
      say(leading_zero(text, here(text.size())));
      return push(Tok::Int, text.size(), 0, true);
    }
    number_of(end, ends && underscores_join_digits(text), is_float ? Tok::Float : Tok::Int);
  }
  void number_of(size_t end, bool valid, Tok kind) {
    if (!valid) say(bad_number(text_.substr(at_, end - at_), here(end - at_)));
    push(valid ? kind : Tok::Int, end - at_, 0, !valid);
  }
  void string() {
    const char quote = text_[at_];
    if (text_.substr(at_, 3) == std::string(3, quote)) {
      say(not_in_language("triple-quoted strings", "use # comments or a plain string", here(3)));
      const size_t close = text_.find(std::string(3, quote), at_ + 3);
      const size_t end = close == std::string_view::npos ? text_.size() : close + 3;
      push(Tok::Op, 3, 0, true);
      while (at_ < end && at_ < text_.size()) {
        if (text_[at_] == '\n') {
          ++line_;
          line_start_ = at_ + 1;
        }
        ++at_;
      }
      return;
    }
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    end = std::min(end, text_.size());
    if (end < text_.size() && text_[end] == quote) return push(Tok::String, end + 1 - at_);
    end = std::min(text_.find('\n', at_), text_.size());
    say(unclosed_string(here(end - at_)));
    push(Tok::String, end - at_, 0, true);
  }
  void op(size_t length) {
    const char c = text_[at_];
    if (c == '(' || c == '[' || c == '{') {
      open_.push_back({c, line_, column()});
    } else if (c == ')' || c == ']' || c == '}') {
      const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (open_.empty() || open_.back().bracket != wanted) {
        say(unopened_bracket(c, here(1)));
        return push(Tok::Op, 1, 0, true);
      }
      open_.pop_back();
    }
    push(Tok::Op, length, op_code(text_.substr(at_, length)));
  }

  std::string_view text_;
  int recover_line_;
  size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  std::vector<Open> open_;
  Tokens out_;
};

}  // namespace

Tokens tokenize(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  Lexer lexer(text, 0);
  Tokens tokens = lexer.run();
  if (const int line = lexer.unclosed_line()) {
    Lexer again(text, line);
    tokens = again.run();
    if (again.unclosed_line()) tokens.diagnostics.push_back(unclosed_bracket('(', {again.unclosed_line(), 1, 1}));
  }
  return tokens;
}

namespace {

// The code point as UTF-8; what is none becomes U+FFFD.
std::string utf8(uint32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0 | (code >> 6)), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0 | (code >> 12)), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | (code >> 18)), tail(12), tail(6), tail(0)};
}

// A number of the text's digits from `at` on, of at most so many; moves behind them.
uint32_t digits(std::string_view text, size_t& at, size_t most, uint32_t base) {
  uint32_t value = 0;
  for (const size_t end = std::min(text.size(), at + most); at < end; ++at) {
    const char c = text[at];
    const uint32_t digit = c >= '0' && c <= '9'   ? static_cast<uint32_t>(c - '0')
                           : c >= 'a' && c <= 'f' ? static_cast<uint32_t>(c - 'a' + 10)
                           : c >= 'A' && c <= 'F' ? static_cast<uint32_t>(c - 'A' + 10)
                                                  : 16;
    if (digit >= base) break;
    value = value * base + digit;
  }
  return value;
}

}  // namespace

// The escapes of Python; of others the backslash stays, as there.
std::string unquote(std::string_view quoted) {
  static constexpr std::string_view letters = "abfnrtv\\'\"", meant = "\a\b\f\n\r\t\v\\'\"";
  std::string out;
  const size_t last = quoted.size() >= 2 && quoted.back() == quoted.front() ? quoted.size() - 1 : quoted.size();
  const std::string_view text = quoted.substr(0, last);
  for (size_t i = 1; i < last;) {
    if (text[i] != '\\' || i + 1 >= last) {
      out += text[i++];
      continue;
    }
    const char c = text[i + 1];
    size_t end = i + 2;
    if (const size_t letter = letters.find(c); letter != std::string_view::npos) {
      out += meant[letter];
    } else if (c >= '0' && c <= '7') {
      end = i + 1;
      out += utf8(digits(text, end, 3, 8));
    } else if (c == 'x' || c == 'u' || c == 'U') {
      const size_t count = c == 'x' ? 2 : c == 'u' ? 4 : 8;
      const uint32_t code = digits(text, end, count, 16);
      if (end == i + 2 + count)
        out += utf8(code);
      else
        out += text.substr(i, end - i);
    } else if (c != '\n') {
      out += text.substr(i, 2);
    }
    i = end;
  }
  return out;
}

}  // namespace nw::script
