// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of Relay text. Types and spans that a printer put into comments stay with the token before them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::import {

enum class TokenKind : uint8_t {
  End,
  Ident,
  Local,
  GraphVar,
  Global,
  Number,
  String,
  Punct,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  // a part of the text that was read; names without their sigil, strings without quotes
  int line = 0;
  int column = 0;
  int length = 0;
  bool first_on_line = false;
  std::string_view comment;  // what was in the block comment behind it, if any

  bool is(std::string_view punct) const { return kind == TokenKind::Punct && text == punct; }
  bool is_word(std::string_view word) const { return kind == TokenKind::Ident && text == word; }
  TextSpan span() const { return {line, column, length}; }
};

struct Tokens {
  std::vector<Token> list;    // ends with an End
  std::string_view metadata;  // the JSON behind the metadata mark
  bool has_metadata = false;
  Diagnostics diagnostics;
};

// `text` must outlive the tokens.
Tokens tokenize_relay(std::string_view text);

}  // namespace nw::import
