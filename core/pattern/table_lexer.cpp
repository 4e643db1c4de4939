// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/table_lexer.h"

#include <algorithm>

namespace nw::pattern {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<std::vector<Token>> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // the mark of UTF-8 that some editors write
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        newline();
      } else if (c == ' ' || c == '\t' || c == '\r' || (c == '\\' && peek(1) == '\n')) {
        step(1);
      } else if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') step(1);
      } else {
        token(c);
      }
    }
    finish();
    return std::move(statements_);
  }

 private:
  char peek(size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  // A letter of several bytes is one column.
  void step(size_t bytes) {
    for (size_t i = 0; i < bytes && at_ < text_.size(); ++i, ++at_)
      if ((static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) ++column_;
  }

  void newline() {
    ++at_;
    ++line_;
    column_ = 1;
    if (open_ == 0 || begins_statement()) finish();
  }

  // An unindented line "NAME: …", "NAME = …" or "supports(…": whoever writes it has forgotten a bracket before.
  bool begins_statement() const {
    size_t i = at_;
    while (i < text_.size() && (is_letter(text_[i]) || text_[i] == '.' || (i > at_ && is_digit(text_[i])))) ++i;
    if (i == at_) return false;
    const std::string_view word = text_.substr(at_, i - at_);
    if (i < text_.size() && text_[i] == '(') return word == "supports" || word == "custom";
    const size_t after = std::min(text_.find_first_not_of(' ', i), text_.size());
    if (after == text_.size() || word == "lambda") return false;
    if (text_[after] == ':') return true;
    return text_[after] == '=' && after > i && after + 1 < text_.size() && text_[after + 1] != '=';
  }

  void finish() {
    open_ = 0;
    if (now_.empty()) return;
    Token end;
    const Token& last = now_.back();
    end.offset = last.offset + last.length;
    end.span = {last.span.line, last.span.column + last.span.length, 0};
    now_.push_back(std::move(end));
    statements_.push_back(std::move(now_));
    now_.clear();
  }

  void token(char c) {
    Token t;
    t.offset = at_;
    t.span = {line_, column_, 0};
    if (is_letter(c)) {
      t.kind = TokenKind::Name;
      while (is_letter(peek(0)) || is_digit(peek(0))) step(1);
      t.text = text_.substr(t.offset, at_ - t.offset);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number(t);
    } else if (c == '"' || c == '\'') {
      quoted(t, c);
    } else {
      symbol(t, c);
    }
    t.length = at_ - t.offset;
    t.span.length = column_ - t.span.column;
    now_.push_back(std::move(t));
  }

  void number(Token& t) {
    t.kind = TokenKind::Number;
    while (is_digit(peek(0)) || is_letter(peek(0)) || peek(0) == '.' ||
           ((peek(0) == '-' || peek(0) == '+') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E')))
      step(1);
    t.text = text_.substr(t.offset, at_ - t.offset);
  }

  void quoted(Token& t, char quote) {
    t.kind = TokenKind::Text;
    step(1);
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') {
        step(1);
        const char c = text_[at_];
        t.text += c == 'n' ? '\n' : c == 't' ? '\t' : c;
      } else {
        t.text += text_[at_];
      }
      step(1);
    }
    if (at_ < text_.size() && text_[at_] == quote) {
      step(1);
      return;
    }
    t.kind = TokenKind::Wrong;
    t.text = "the text in quotes has no end";
  }

  void symbol(Token& t, char c) {
    t.kind = TokenKind::Symbol;
    static constexpr std::string_view kPairs[] = {"=>", "==", "!=", "<=", ">=", "//"};
    const std::string_view two = text_.substr(at_, 2);
    const bool pair = std::find(std::begin(kPairs), std::end(kPairs), two) != std::end(kPairs);
    if (!pair && std::string_view("()[]{},.:=<>+-*/%|").find(c) == std::string_view::npos) {
      t.kind = TokenKind::Wrong;
      const auto first = static_cast<unsigned char>(c);
      size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
      bytes = std::min(bytes, text_.size() - at_);
      t.text = first < 0x20 || first == 0x7F ? "a control character stands here"
                                             : "`" + std::string(text_.substr(at_, bytes)) + "` has no meaning here";
      step(bytes);
      return;
    }
    if (c == '(' || c == '[' || c == '{') ++open_;
    if ((c == ')' || c == ']' || c == '}') && open_ > 0) --open_;
    step(pair ? 2 : 1);
    t.text = text_.substr(t.offset, at_ - t.offset);
  }

  std::string_view text_;
  size_t at_ = 0;
  int line_ = 1, column_ = 1;
  int open_ = 0;  // brackets
  std::vector<Token> now_;
  std::vector<std::vector<Token>> statements_;
};

}  // namespace

std::vector<std::vector<Token>> split_statements(std::string_view table) {
  return Lexer(table).run();
}

}  // namespace nw::pattern
