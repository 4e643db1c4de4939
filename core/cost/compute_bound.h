// SPDX-License-Identifier: GPL-3.0-or-later
// Compute time of the statements of a nest on all cores, without the cost of memory.
#pragma once

#include "cost/statement.h"

namespace nw::cost {

struct ComputeBound {
  double seconds = 0;
  struct Hottest {  // the statement that takes the most time
    double seconds = 0;
    double lanes = 1;  // elements per vector operation
    Bottleneck bottleneck = Bottleneck::Instructions;
  } hottest;
  struct Seconds {
    double all = 0;
    double busy = 0;  // of them, without waiting for results
  };
  // Loops of the compiled code: neither unrolled nor vectorized, and the loops around these.
  std::set<const tir::ForNode*> rolled_loops;
  std::map<const tir::ForNode*, Seconds> loops;  // by loop, over all its executions
};

ComputeBound compute_bound(const lower::LoopNest& nest, const TargetFacts& machine, const Sizes& sizes);

}  // namespace nw::cost
