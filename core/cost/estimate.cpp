// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/estimate.h"

#include <algorithm>

#include "cost/rates.h"

namespace nw::cost {

namespace {

// The longer time counts. Memory traffic overlaps fully with waiting for results, and in part with busy cycles.
double overlapped(ComputeBound::Seconds computing, double moving) {
  return std::max(computing.all, moving) + kOverlapLoss * std::min(computing.busy, moving);
}

}  // namespace

Estimate estimate(const lower::LoopNest& nest, const TargetFacts& machine, const Sizes& sizes) {
  return estimate(nest, analyze(nest, sizes), machine, sizes);
}

Estimate estimate(const lower::LoopNest& nest, const NestCost& cost, const TargetFacts& machine, const Sizes& sizes) {
  Estimate result;
  result.compute = compute_bound(nest, machine, sizes);
  result.traffic = cache_traffic(cost, result.compute.rolled_loops, machine);
  const ComputeBound& work = result.compute;
  const CacheTraffic& memory = result.traffic;
  double in_loops = 0;
  for (const LoopCost& loop : cost.loops) {
    const auto computes = work.loops.find(loop.loop);
    const auto moves = memory.loops.find(loop.loop);
    const ComputeBound::Seconds first = computes == work.loops.end() ? ComputeBound::Seconds{} : computes->second;
    const double second = moves == memory.loops.end() ? 0 : moves->second;
    const double seconds = overlapped(first, second);
    result.loops[loop.loop] = seconds;
    if (loop.depth > 0) continue;
    result.seconds += seconds;
    in_loops += first.all;
  }
  result.seconds += std::max(0.0, work.seconds - in_loops);  // of statements outside loops
  return result;
}

}  // namespace nw::cost
