// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/estimate.h"

#include <algorithm>

#include "cost/rates.h"

namespace nw::cost {

namespace {

// Where neither waits for the other, the longer counts; some waiting there always is.
double together(double computing, double moving) {
  return std::max(computing, moving) + kOverlap * std::min(computing, moving);
}

}  // namespace

Estimate estimate(const lower::LoopNest& nest, const MachineFacts& machine, const Sizes& sizes) {
  const NestCost cost = analyze(nest, sizes);
  Estimate result;
  result.computing = computing(nest, machine, sizes);
  result.moving = moving(cost, machine);
  const Computing& work = result.computing;
  const Moving& memory = result.moving;
  double in_loops = 0;
  for (const LoopCost& loop : cost.loops) {
    const auto computes = work.loops.find(loop.loop), moves = memory.loops.find(loop.loop);
    const double first = computes == work.loops.end() ? 0 : computes->second,
                 second = moves == memory.loops.end() ? 0 : moves->second;
    const double seconds = together(first, second);
    result.loops[loop.loop] = seconds;
    if (loop.depth > 0) continue;
    result.seconds += seconds;
    in_loops += first;
  }
  result.seconds += std::max(0.0, work.seconds - in_loops);  // of statements in no loop
  return result;
}

}  // namespace nw::cost
