// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/value_range.h"

#include <algorithm>

#include "tir/visit.h"

namespace nw::cost {

std::optional<ValueRange> value_range_of(const tir::Expr& e, const std::vector<LoopRange>& loops, Values values) {
  constexpr int64_t kMaxIterations = 1024;
  std::vector<LoopRange> used;
  int64_t iterations = 1;
  for (const LoopRange& loop : loops) {
    if (!tir::uses_var(e, [&](const tir::VarNode& v) { return &v == loop.loop; })) continue;
    if (loop.count < 1 || loop.count > kMaxIterations || (iterations *= loop.count) > kMaxIterations)
      return std::nullopt;
    used.push_back(loop);
  }
  ValueRange range;
  double sum = 0;
  for (int64_t iteration = 0; iteration < iterations; ++iteration) {
    int64_t rest = iteration;
    for (const LoopRange& loop : used) {
      values[loop.loop] = loop.first + rest % loop.count;
      rest /= loop.count;
    }
    const std::optional<int64_t> value = value_of(e, values);
    if (!value) return std::nullopt;
    range.least = iteration == 0 ? *value : std::min(range.least, *value);
    range.most = iteration == 0 ? *value : std::max(range.most, *value);
    sum += static_cast<double>(*value);
  }
  range.mean = sum / static_cast<double>(iterations);
  return range;
}

}  // namespace nw::cost
