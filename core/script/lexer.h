// SPDX-License-Identifier: GPL-3.0-or-later
// Script text → tokens, by Python's rules: newlines end statements except inside brackets. Total: whatever the bytes,
// there are tokens; what is not part of the language becomes a diagnostic.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::script {

enum class Tok : uint8_t { Name, Int, Float, String, Op, Newline, End };

// Operators of one to three characters as one number: op_code("//").
constexpr uint32_t op_code(std::string_view text) {
  uint32_t code = 0;
  for (const char c : text) code = code << 8 | static_cast<unsigned char>(c);
  return code;
}

struct Token {
  Tok kind = Tok::End;
  bool bad = false;  // reported already: the statement is not to be run
  uint32_t op = 0;   // its op_code; 0 of other tokens and of bad ones
  int line = 0, column = 0;
  std::string_view text;  // as written; of strings with their quotes

  TextSpan span() const { return {line, column, static_cast<int>(text.size())}; }
};

struct Tokens {
  std::vector<Token> list;  // ends with End; every statement ends with Newline
  std::string metadata;     // of a first line `# nestwright: {…}`
  Diagnostics diagnostics;
};

Tokens tokenize(std::string_view text);

// The value of a string token.
std::string unquote(std::string_view quoted);

}  // namespace nw::script
