// SPDX-License-Identifier: GPL-3.0-or-later
// Where the comment of one line begins, of a line that may be only half typed: a sign within quotes is none.
#pragma once

#include <string_view>

namespace nw::script {

// The place of its sign; the line's size if it has no comment.
inline size_t comment_at(std::string_view line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote && c == '\\')
      ++i;
    else if (quote)
      quote = c == quote ? char{0} : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '#')
      return i;
  }
  return line.size();
}

}  // namespace nw::script
