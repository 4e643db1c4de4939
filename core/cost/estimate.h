// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated time of a nest on a machine: compute time of its statements as LLVM compiles them, and time of the traffic
// between cache levels. Estimates rank schedules; they do not predict times.
#pragma once

#include "cost/cache_traffic.h"
#include "cost/compute_bound.h"

namespace nw::cost {

struct Estimate {
  double seconds = 0;
  ComputeBound compute;  // each as if it were alone; they overlap
  CacheTraffic traffic;
  std::map<const tir::ForNode*, double> loops;  // seconds by loop, over all its executions
};

// `nest` is of phase `loops`. Symbolic sizes without a value count as 1.
Estimate estimate(const lower::LoopNest& nest, const TargetFacts& machine, const Sizes& sizes = {});
// The same for a nest that is analyzed already, with these sizes.
Estimate estimate(const lower::LoopNest& nest, const NestCost& cost, const TargetFacts& machine, const Sizes& sizes);

}  // namespace nw::cost
