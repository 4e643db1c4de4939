// SPDX-License-Identifier: GPL-3.0-or-later
// Stride of a memory access over one of its enclosing loops, found by evaluating the index: that also finds the
// constant stride of indices such as f // 56 and f % 56 together.
#pragma once

#include <map>

#include "cost/cost.h"

namespace nw::cost {

using Values = std::map<const tir::VarNode*, int64_t>;

// Value of an integer expression for these values of its variables; nothing if it reads memory or an unknown variable.
std::optional<int64_t> value_of(const tir::Expr& e, const Values& values);

// Offset of the element in the buffer, row-major or by the buffer's strides, in elements.
std::optional<int64_t> element_offset(const tir::Buffer& buffer, const std::vector<tir::Expr>& indices,
                                      const Values& values);

struct Stride {
  bool constant = false;  // equal between all iterations
  int64_t elements = 0;   // from the first iteration to the second
};

// `values` has a value of every enclosing loop variable and of every symbolic size; the loop has `extent` iterations,
// starting at its value there.
Stride stride_of(const tir::Buffer& buffer, const std::vector<tir::Expr>& indices, const tir::Var& loop, int64_t extent,
                 Values& values);

}  // namespace nw::cost
