// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic on intervals of integers with constant ends, which may be infinite.
#pragma once

#include "arith/analyzer.h"

namespace nw::arith {

// Sums and products of ends: what overflows is infinite.
int64_t saturating_add(int64_t a, int64_t b);
int64_t saturating_mul(int64_t a, int64_t b);

// The values of a type; everything for what has no range in 64 bits.
ConstBound bound_of_type(DType t);

ConstBound intersect(ConstBound a, ConstBound b);
ConstBound unite(ConstBound a, ConstBound b);
ConstBound interval_sum(ConstBound a, ConstBound b);
ConstBound interval_product(ConstBound a, ConstBound b);

// x / c and x % c for any x of a and any c of b, all of which are positive.
ConstBound floor_quotient(ConstBound a, ConstBound b);
ConstBound trunc_quotient(ConstBound a, ConstBound b);
ConstBound floor_remainder(ConstBound a, ConstBound b);
ConstBound trunc_remainder(ConstBound a, ConstBound b);

}  // namespace nw::arith
