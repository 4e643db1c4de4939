// SPDX-License-Identifier: GPL-3.0-or-later
// What a rule puts in a pattern's place, as an expression of what the pattern matched:
// `relay.nn.batch_norm(x, gamma, beta, m, s, axis=3)[0]`.
#pragma once

#include <memory>

#include "pattern/pattern.h"

namespace nw::pattern {

struct ReplacementNode;
using Replacement = std::shared_ptr<const ReplacementNode>;

struct ReplacementNode {
  enum class Kind : uint8_t { Matched, Call, Constant, Field, Tuple };
  Kind kind = Kind::Matched;
  std::string name;  // Matched: the pattern's name; Call: the operator
  Pattern pattern;   // Matched
  graph::Attrs attrs;
  NDArray value;
  int64_t index = 0;
  std::vector<Replacement> parts;
  TextSpan span;
};

}  // namespace nw::pattern
