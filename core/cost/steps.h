// SPDX-License-Identifier: GPL-3.0-or-later
// How an access moves through memory as one of the loops around it takes a step, found by trying: that also tells of
// indices such as f // 56 and f % 56, which are a straight line together.
#pragma once

#include <map>

#include "cost/cost.h"

namespace nw::cost {

using Values = std::map<const tir::VarNode*, int64_t>;

// What an integer expression is for these values of its variables; nothing if it reads memory or an unknown variable.
std::optional<int64_t> value_of(const tir::Expr& e, const Values& values);

// The element's place in memory, row-major or by the buffer's strides, in elements from its begin.
std::optional<int64_t> place_of(const tir::Buffer& buffer, const std::vector<tir::Expr>& indices, const Values& values);

struct Step {
  bool even = false;     // every step is as long as the first
  int64_t elements = 0;  // of the first
};

// `values` holds a value of every loop variable around and of every symbolic size; the loop has `extent` turns from the
// value it has there.
Step step_of(const tir::Buffer& buffer, const std::vector<tir::Expr>& indices, const tir::Var& loop, int64_t extent,
             Values& values);

}  // namespace nw::cost
