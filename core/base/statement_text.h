// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a statement, for fixes that rewrite it: its parts are replaced by their spans. It cannot be searched, as
// what a statement says is known from its syntax tree.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace nw {

struct PartEdit {
  TextSpan part;
  std::string text;  // in place of it
};

class StatementText {
 public:
  StatementText() = default;
  // `start`: the place of its first character.
  StatementText(TextSpan start, std::string text) : start_(start), text_(std::move(text)) {}

  // The statement with other text for some of its parts, which do not overlap; empty if it has no such part.
  std::string with(std::vector<PartEdit> edits) const;
  std::string followed_by(const std::string& lines) const { return text_ + "\n" + lines; }

 private:
  std::optional<size_t> offset_of(const TextSpan& part) const;

  TextSpan start_;
  std::string text_;
};

}  // namespace nw
