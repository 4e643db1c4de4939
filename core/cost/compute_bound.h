// SPDX-License-Identifier: GPL-3.0-or-later
// What the statements of a nest cost the cores together, if memory cost nothing.
#pragma once

#include "cost/statement.h"

namespace nw::cost {

struct ComputeBound {
  double seconds = 0;
  struct Hottest {  // the statement that takes the most time
    double seconds = 0;
    double lanes = 1;  // elements that it computes at once
    Bound bound = Bound::Instructions;
  } hottest;
  struct Seconds {
    double all = 0;
    double busy = 0;  // of them: with instructions, not waiting for the result of one
  };
  // Loops down to the innermost that is neither written out nor done in vectors.
  std::set<const tir::ForNode*> remaining;
  std::map<const tir::ForNode*, Seconds> loops;  // in each loop, of all its runs
};

ComputeBound compute_bound(const lower::LoopNest& nest, const TargetFacts& machine, const Sizes& sizes);

}  // namespace nw::cost
