// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parser of Relay text is in its tokens, and what is wrong with them. After a mistake nothing more is
// accepted until the parser recovers, at the next statement.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "import/relay_token.h"

namespace nw::import {

class RelayCursor {
 public:
  explicit RelayCursor(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}  // the last is an End

  size_t size() const { return tokens_.size(); }
  size_t position() const { return pos_; }
  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(pos_ + ahead, tokens_.size() - 1)]; }
  const Token& previous() const { return tokens_[pos_ == 0 ? 0 : pos_ - 1]; }
  bool at_end() const { return peek().kind == TokenKind::End; }
  Token take();
  void put_back() { --pos_; }
  bool accept(std::string_view punct);
  bool accept_word(std::string_view word);
  bool expect(std::string_view punct);
  std::string dotted_name();  // a.b.c
  // The text from there up to behind the token that was taken last.
  std::string text_since(const Token& first) const;

  bool failed() const { return failed_; }
  void fail(const std::string& expected);
  void recover() { failed_ = false; }
  void report(Diagnostic diagnostic);  // at most so many errors
  const Diagnostics& diagnostics() const { return diagnostics_; }
  Diagnostics take_diagnostics() { return std::move(diagnostics_); }

  // After a mistake: to behind the ';' that ends this statement, or to the '}' that ends its block.
  void skip_statement();
  // After a mistake: to the comma behind this parameter, or to the end of the list. The function is read without it.
  void skip_parameter();
  // Over a balanced piece that begins with an opening bracket.
  void skip_brackets();

  // Around what nests. It fails where the text nests too deeply; leave() is due all the same.
  bool enter();
  void leave() { --depth_; }

 private:
  std::vector<Token> tokens_;
  size_t pos_ = 0;
  bool failed_ = false;
  int depth_ = 0;
  int errors_ = 0;
  Diagnostics diagnostics_;
};

}  // namespace nw::import
