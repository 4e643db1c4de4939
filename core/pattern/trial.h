// SPDX-License-Identifier: GPL-3.0-or-later
// One pattern tried at one node, attempt by attempt: alternatives and turned arguments are attempts of their own.
#pragma once

#include "pattern/near_miss.h"

namespace nw::pattern {

struct Trial {
  std::string pattern;  // as Python writes it
  std::string node;     // name
  bool ok = false;
  std::string kind;  // of the failure, if this attempt failed by itself
  std::string text;
  std::vector<Trial> children;
};

// The tree is cut where it has some thousand attempts.
Trial try_pattern(Program& program, const Pattern& pattern, ExprId root, const graph::OpTraitsTable& traits);

}  // namespace nw::pattern
