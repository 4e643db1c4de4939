// SPDX-License-Identifier: GPL-3.0-or-later
#include "arith/interval.h"

#include <algorithm>

#include "arith/linear.h"

namespace nw::arith {

namespace {

constexpr int64_t kPos = ConstBound::kPosInf, kNeg = ConstBound::kNegInf;

bool infinite(int64_t v) {
  return v == kPos || v == kNeg;
}

ConstBound of_corners(const int64_t (&corners)[4]) {
  const auto [least, most] = std::minmax_element(std::begin(corners), std::end(corners));
  return {*least, *most};
}

ConstBound quotient(ConstBound a, ConstBound b, bool truncates) {
  const auto div = [&](int64_t x, int64_t y) {
    if (infinite(x)) return x;
    if (y == kPos) return x < 0 && !truncates ? int64_t{-1} : int64_t{0};
    return truncates ? x / y : floor_div(x, y);
  };
  return of_corners({div(a.min, b.min), div(a.min, b.max), div(a.max, b.min), div(a.max, b.max)});
}

}  // namespace

int64_t saturating_add(int64_t a, int64_t b) {
  if (infinite(a)) return a;
  if (infinite(b)) return b;
  int64_t r = 0;
  if (__builtin_add_overflow(a, b, &r)) return a > 0 ? kPos : kNeg;
  return r;
}

int64_t saturating_mul(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  int64_t r = 0;
  if (infinite(a) || infinite(b) || __builtin_mul_overflow(a, b, &r)) return (a > 0) == (b > 0) ? kPos : kNeg;
  return r;
}

ConstBound bound_of_type(DType t) {
  if (t.is_bool()) return {0, 1};
  if (t.is_uint()) return {0, t.bits < 63 ? max_int(t) : kPos};
  if (t.is_int() && t.bits < 64) return {min_int(t), max_int(t)};
  return {};
}

ConstBound intersect(ConstBound a, ConstBound b) {
  return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

ConstBound unite(ConstBound a, ConstBound b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

ConstBound interval_sum(ConstBound a, ConstBound b) {
  return {a.min == kNeg || b.min == kNeg ? kNeg : saturating_add(a.min, b.min),
          a.max == kPos || b.max == kPos ? kPos : saturating_add(a.max, b.max)};
}

ConstBound interval_product(ConstBound a, ConstBound b) {
  return of_corners({saturating_mul(a.min, b.min), saturating_mul(a.min, b.max), saturating_mul(a.max, b.min),
                     saturating_mul(a.max, b.max)});
}

ConstBound floor_quotient(ConstBound a, ConstBound b) {
  return quotient(a, b, false);
}

ConstBound trunc_quotient(ConstBound a, ConstBound b) {
  return quotient(a, b, true);
}

ConstBound floor_remainder(ConstBound a, ConstBound b) {
  const int64_t top = b.max == kPos ? kPos : b.max - 1;
  if (a.min < 0) return {0, top};
  if (a.max < b.min) return a;
  return {0, std::min(a.max, top)};
}

ConstBound trunc_remainder(ConstBound a, ConstBound b) {
  if (a.min >= 0) return floor_remainder(a, b);
  const int64_t top = b.max == kPos ? kPos : b.max - 1;
  return {std::max(a.min, -top), a.max < 0 ? 0 : std::min(a.max, top)};
}

}  // namespace nw::arith
