// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/features.h"

#include <algorithm>
#include <cmath>

namespace nw::tune {

namespace {

constexpr size_t kLevels = 8;  // of the loops around most of the work, counted from the inside

float log_of(double value) {
  return static_cast<float>(std::log2(1 + std::max(0.0, value)));
}

// The outermost loop with the most operations, of those in it the one with the most, and so on.
std::vector<const cost::LoopCost*> hot_path(const cost::NestCost& cost) {
  std::vector<const cost::LoopCost*> path;
  size_t begin = 0, end = cost.loops.size();
  for (int depth = 0; begin < end; ++depth) {
    size_t hottest = end;
    for (size_t i = begin; i < end; ++i) {
      const cost::LoopCost& loop = cost.loops[i];
      if (loop.depth != depth) continue;
      if (hottest == end || loop.flops * loop.runs > cost.loops[hottest].flops * cost.loops[hottest].runs) hottest = i;
    }
    if (hottest == end) break;
    path.push_back(&cost.loops[hottest]);
    begin = hottest + 1;
    size_t next = begin;
    while (next < end && cost.loops[next].depth > depth) ++next;
    end = next;
  }
  return path;
}

}  // namespace

std::vector<float> features_of(const cost::NestCost& cost, const cost::Estimate& estimate, const TargetFacts& machine) {
  const double whole = std::max(estimate.seconds, 1e-12);
  double busy = 0, unrolled = 0, vectors = 0, parallel = 0;
  for (const cost::LoopCost& loop : cost.loops) {
    if (loop.depth == 0)
      if (const auto known = estimate.compute.loops.find(loop.loop); known != estimate.compute.loops.end())
        busy += known->second.busy;
    if (loop.loop->for_kind == tir::ForKind::Unrolled) unrolled += std::log2(1 + loop.iterations);
    if (loop.loop->for_kind == tir::ForKind::Vectorized) vectors += std::log2(1 + loop.iterations);
    if (loop.loop->for_kind == tir::ForKind::Parallel) parallel += std::log2(1 + loop.iterations);
  }
  const std::vector<const cost::LoopCost*> path = hot_path(cost);
  std::vector<float> features{log_of(cost.flops),
                              log_of(cost.bytes),
                              log_of(cost.allocated_bytes),
                              static_cast<float>(std::log2(whole * 1e9)),
                              static_cast<float>(estimate.compute.seconds / whole),
                              static_cast<float>(busy / whole),
                              static_cast<float>(estimate.traffic.seconds / whole),
                              log_of(estimate.traffic.from_l2),
                              log_of(estimate.traffic.from_l3),
                              log_of(estimate.traffic.from_ram),
                              static_cast<float>(estimate.compute.hottest.seconds / whole),
                              static_cast<float>(estimate.compute.hottest.lanes),
                              static_cast<float>(estimate.compute.hottest.bottleneck),
                              static_cast<float>(cost.loops.size()),
                              static_cast<float>(estimate.compute.rolled_loops.size()),
                              static_cast<float>(path.size()),
                              static_cast<float>(unrolled),
                              static_cast<float>(vectors),
                              static_cast<float>(parallel)};
  for (size_t level = 0; level < kLevels; ++level) {
    const bool there = level < path.size();
    const cost::LoopCost* loop = there ? path[path.size() - 1 - level] : nullptr;
    features.push_back(there ? log_of(loop->iterations) : -1);
    features.push_back(there ? log_of(loop->bytes) : -1);
    features.push_back(there ? static_cast<float>(loop->loop->for_kind) : -1);
  }
  // How deep the loops are whose data a cache holds.
  for (const int level : {1, 2, 3}) {
    const auto bytes = static_cast<double>(machine.cache_bytes(level));
    const auto held = std::ranges::count_if(path, [&](const cost::LoopCost* loop) { return loop->bytes <= bytes; });
    features.push_back(static_cast<float>(held));
  }
  return features;
}

}  // namespace nw::tune
