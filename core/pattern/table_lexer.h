// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern table as statements of tokens: one statement a line, which goes on inside open brackets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::pattern {

enum class TokenKind : uint8_t {
  Name,  // also keywords
  Number,
  Text,    // without its quotes, escapes replaced
  Symbol,  // of one letter, or one of => == != <= >= //
  Wrong,   // cannot be read; `text` says why
  End,     // of the statement
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  size_t offset = 0;  // of its first byte in the table
  size_t length = 0;  // in bytes
  TextSpan span;      // in letters

  bool is(std::string_view symbol) const { return kind == TokenKind::Symbol && text == symbol; }
  bool is_word(std::string_view word) const { return kind == TokenKind::Name && text == word; }
};

// Each ends with an End token. A bracket that is left open ends with the next line that begins like a statement.
std::vector<std::vector<Token>> split_statements(std::string_view table);

}  // namespace nw::pattern
