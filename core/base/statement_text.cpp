// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/statement_text.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace nw {

std::optional<size_t> StatementText::offset_of(const TextSpan& part) const {
  const bool on_first_line = part.line == start_.line;
  if (part.line < start_.line || part.length <= 0 || part.column < (on_first_line ? start_.column : 1))
    return std::nullopt;
  size_t line_start = 0;
  for (int line = start_.line; line < part.line; ++line) {
    const size_t end = text_.find('\n', line_start);
    if (end == std::string::npos) return std::nullopt;
    line_start = end + 1;
  }
  const size_t offset = line_start + static_cast<size_t>(part.column - (on_first_line ? start_.column : 1));
  if (offset + static_cast<size_t>(part.length) > text_.size()) return std::nullopt;
  return offset;
}

std::string StatementText::with(std::vector<PartEdit> edits) const {
  std::ranges::sort(edits, std::greater(), [](const PartEdit& e) { return std::tuple(e.part.line, e.part.column); });
  std::string text = text_;
  for (const PartEdit& edit : edits) {  // from the last to the first, so that places before it stay valid
    const std::optional<size_t> offset = offset_of(edit.part);
    if (!offset) return {};
    text.replace(*offset, static_cast<size_t>(edit.part.length), edit.text);
  }
  return text;
}

}  // namespace nw
