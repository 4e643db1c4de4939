// SPDX-License-Identifier: GPL-3.0-or-later
// Index expressions and data expressions. An index expression (loop variables, sizes, integers and + - * // % min max
// over them) addresses memory that exists, so it never leaves its type and is rewritten as a sum over the integers. A
// data expression holds a value read from memory or returned by a call, or arithmetic that may leave its type: integers
// wrap, floats round and may be NaN, so of the rules for indices none applies to it. The Simplifier sorts every node
// and hands arithmetic on data to the rules here, each of which is valid for every value of the type:
//   x + 0, x - 0, x * 1, x * 0, x / 1, x % 1     of integers (made by tir::binary)
//   min(x, x), max(x, x)                         of integers: the same node on both sides
//   min(x, y), max(x, y)                         of integers whose ranges share one value at most
// Comparisons of data are decided by ranges over the integers and otherwise kept as they are written.
#pragma once

#include "arith/analyzer.h"

namespace nw::arith {

enum class Sort : uint8_t { Index, Data };

// What a node is by its own kind: a load, a reduction, a call that computes a value and a conversion from a float are
// data; any other node is data where one of its value operands is.
Sort own_sort(const tir::ExprNode& e);

// `a kind b` where one operand is data; a and b are simplified, x and y their ranges.
Expr data_binary(tir::ExprKind kind, const Expr& a, const Expr& b, ConstBound x, ConstBound y);

// The range of a sum, difference or product of ranges in `dtype`; everything where it may wrap.
ConstBound data_bound(tir::ExprKind kind, DType dtype, ConstBound x, ConstBound y);

}  // namespace nw::arith
