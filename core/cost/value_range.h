// SPDX-License-Identifier: GPL-3.0-or-later
// Value range of an integer expression over its loops, found by evaluating it for all iterations: the extent of a loop
// whose ends are both quotients is 2 or 3 in every iteration of its outer loops, where bounds prove only "at most 14".
#pragma once

#include <optional>
#include <vector>

#include "cost/stride.h"

namespace nw::cost {

struct LoopRange {
  const tir::VarNode* loop = nullptr;
  int64_t first = 0, count = 1;
};

struct ValueRange {
  int64_t least = 0, most = 0;
  double mean = 0;
};

// `values` are those of symbolic sizes. Nothing if the expression depends on anything but these and `loops`, or if the
// loops that it depends on have more than 1024 iterations in total.
std::optional<ValueRange> value_range_of(const tir::Expr& e, const std::vector<LoopRange>& loops, Values values);

}  // namespace nw::cost
