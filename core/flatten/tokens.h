// SPDX-License-Identifier: GPL-3.0-or-later
// Python text → tokens with indentation. Total: whatever the bytes, there are tokens; what is none becomes a
// diagnostic.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace nw::flatten {

enum class Tok : uint8_t { Name, Number, String, Op, Newline, Indent, Dedent, End };

struct Token {
  Tok kind = Tok::End;
  int line = 0, column = 0;
  std::string_view text;  // as written; of strings with prefix and quotes

  TextSpan span() const;
};

struct Tokens {
  std::vector<Token> list;  // ends with End; every statement ends with Newline
  Diagnostics diagnostics;
};

Tokens tokenize(std::string_view text);

// Of a string token: where its quotes begin, and whether it is raw, formatted or of bytes.
struct StringForm {
  size_t prefix = 0;  // letters before the quote
  size_t quotes = 1;  // 1 or 3
  bool raw = false, formatted = false;
};
StringForm string_form(std::string_view token);

}  // namespace nw::flatten
