// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over a statement's tokens. What is wrong is thrown as a Mistake, within the reader of tables only: a statement
// ends at its first.
#pragma once

#include "pattern/table_lexer.h"

namespace nw::pattern {

struct Mistake {
  std::string what;
  TextSpan at;
  std::string code = "NW3101";
  std::vector<std::string> legal = {};
  std::vector<std::string> meant = {};  // possible replacements, the likeliest first
};

class TokenCursor {
 public:
  explicit TokenCursor(const std::vector<Token>& tokens) : tokens_(tokens) {}

  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& previous() const { return tokens_[at_ == 0 ? 0 : at_ - 1]; }
  const Token& next() {
    const Token& token = peek();
    if (token.kind == TokenKind::Wrong) throw Mistake{token.text, token.span};
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
  }
  bool take(std::string_view symbol) {
    if (!peek().is(symbol)) return false;
    next();
    return true;
  }
  bool take_word(std::string_view word) {
    if (!peek().is_word(word)) return false;
    next();
    return true;
  }
  void need(std::string_view symbol) {
    if (!take(symbol)) wrong("`" + std::string(symbol) + "` is wanted here");
  }
  [[noreturn]] void wrong(std::string what) const {
    const Token& token = peek();
    if (token.kind == TokenKind::Wrong) throw Mistake{token.text, token.span};
    TextSpan at = token.span;
    if (at.length == 0) at.length = 1;
    throw Mistake{std::move(what), at};
  }
  size_t position() const { return at_; }
  void back_to(size_t position) { at_ = position; }
  // From `first` to the last token that was taken; on the first line only.
  TextSpan span_from(const Token& first) const {
    TextSpan span = first.span;
    const TextSpan& last = previous().span;
    if (last.line == span.line) span.length = last.column + last.length - span.column;
    return span;
  }

  // Brackets inside one another; a Mistake where there are too many.
  class Depth {
   public:
    explicit Depth(TokenCursor& cursor) : cursor_(cursor) {
      if (++cursor_.depth_ > kDeepest) cursor_.wrong("brackets stand too deep inside one another; 500 can be");
    }
    ~Depth() { --cursor_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    TokenCursor& cursor_;
  };

 private:
  static constexpr int kDeepest = 500;
  const std::vector<Token>& tokens_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace nw::pattern
