// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_shape_arithmetic.h"

namespace nw::import {

using graph::Dim;

namespace {

// Numbers that 64 bits do not hold are not sizes: the operator itself computes them, and wraps.
template <class F>
std::optional<Dim> unless_it_overflows(const Dim& a, const Dim& b, Dim symbolic, F&& overflows) {
  const std::optional<int64_t> x = a.constant(), y = b.constant();
  int64_t result = 0;
  if (!x || !y) return symbolic;
  return overflows(*x, *y, &result) ? std::nullopt : std::optional<Dim>(result);
}

}  // namespace

std::optional<Dim> sum_of(const Dim& a, const Dim& b) {
  return unless_it_overflows(a, b, a + b,
                             [](int64_t x, int64_t y, int64_t* r) { return __builtin_add_overflow(x, y, r); });
}
std::optional<Dim> difference_of(const Dim& a, const Dim& b) {
  return unless_it_overflows(a, b, a - b,
                             [](int64_t x, int64_t y, int64_t* r) { return __builtin_sub_overflow(x, y, r); });
}
std::optional<Dim> product_of(const Dim& a, const Dim& b) {
  return unless_it_overflows(a, b, a * b,
                             [](int64_t x, int64_t y, int64_t* r) { return __builtin_mul_overflow(x, y, r); });
}

std::optional<Dim> quotient(const Dim& a, const Dim& b) {
  const std::optional<int64_t> y = b.constant();
  if (!y || *y == 0) return graph::exact_quotient(a, b);
  if (const std::optional<int64_t> x = a.constant()) {
    return *y == -1 ? difference_of(Dim(int64_t{0}), a) : std::optional<Dim>(*x / *y);
  }
  return *y > 0 ? std::optional<Dim>(graph::floor_div(a, b)) : std::nullopt;
}

std::optional<Dim> whole_quotient(const Dim& a, const Dim& b) {
  return b.constant() == 0 ? std::nullopt : graph::exact_quotient(a, b);
}

std::optional<Dim> remainder(const Dim& a, const Dim& b) {
  const std::optional<int64_t> y = b.constant();
  if (!y || *y <= 0) return std::nullopt;
  return graph::floor_mod(a, b);
}

}  // namespace nw::import
