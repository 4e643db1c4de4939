// SPDX-License-Identifier: GPL-3.0-or-later
// Value range of an integer expression over its loops, found by evaluating it: the extent of a loop whose two ends are
// both divided by something is 2 or 3 in every iteration of the loops around it, where bounds prove only "at most 14".
#pragma once

#include <optional>
#include <vector>

#include "cost/steps.h"

namespace nw::cost {

struct LoopTurns {
  const tir::VarNode* loop = nullptr;
  int64_t first = 0, count = 1;
};

struct ValueRange {
  int64_t least = 0, most = 0;
  double mean = 0;
};

// `values` are those of symbolic sizes. Nothing where the expression depends on anything else than these and `loops`,
// or the loops that it depends on have more than 1024 turns together.
std::optional<ValueRange> value_range_of(const tir::Expr& e, const std::vector<LoopTurns>& loops, Values values);

}  // namespace nw::cost
