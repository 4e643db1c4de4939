// SPDX-License-Identifier: GPL-3.0-or-later
// About how long a nest takes on a machine: what its statements cost a core that runs them as LLVM compiles them, and
// what has to come from beyond each cache. An estimate orders; it promises no time.
#pragma once

#include "cost/cache_traffic.h"
#include "cost/compute_bound.h"

namespace nw::cost {

struct Estimate {
  double seconds = 0;
  ComputeBound compute;  // the one if there were not the other; they overlap
  CacheTraffic traffic;
  std::map<const tir::ForNode*, double> loops;  // seconds in each loop, of all its runs
};

// `nest` is of phase `loops`. Symbolic sizes without a value count as 1.
Estimate estimate(const lower::LoopNest& nest, const TargetFacts& machine, const Sizes& sizes = {});
// The same, where the nest is analyzed already, with these sizes.
Estimate estimate(const lower::LoopNest& nest, const NestCost& cost, const TargetFacts& machine, const Sizes& sizes);

}  // namespace nw::cost
