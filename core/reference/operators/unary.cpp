// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor, element by element.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

// f of every element; W is what the argument's type computes in.
template <class W, class F>
NDArray map_as(const Call& c, const NDArray& x, DType dtype, F&& f) {
  NDArray y = c.make(dtype, x.shape());
  W in[kChunk];
  for (int64_t first = 0; first < x.size(); first += kChunk) {
    spend(16);
    const int64_t count = std::min(kChunk, x.size() - first);
    load(x, first, count, in);
    using R = decltype(f(W{}));
    if constexpr (std::is_same_v<R, W>) {
      for (int64_t i = 0; i < count; ++i) in[i] = f(in[i]);
      store(y, first, count, in);
    } else {
      int64_t out[kChunk];
      for (int64_t i = 0; i < count; ++i) out[i] = static_cast<int64_t>(f(in[i]));
      store(y, first, count, out);
    }
  }
  return y;
}

// Functions that only floats have.
template <double (*F)(double)>
Value of_floats(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (!x.dtype().is_float()) c.refuse_value("it takes floats");
  return map_as<double>(c, x, x.dtype(), [](double v) { return F(v); });
}
// Functions that leave integers as they are.
template <double (*F)(double)>
Value rounding(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (!x.dtype().is_float()) return x;
  return map_as<double>(c, x, x.dtype(), [](double v) { return F(v); });
}
// Tests of floats; integers are finite numbers.
template <bool (*F)(double)>
Value test_of_floats(const Call& c) {
  const NDArray& x = c.tensor(0);
  return map_as<double>(c, x, DType::Bool(), [](double v) { return F(v); });
}

double rsqrt(double x) {
  return 1 / std::sqrt(x);
}
double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}
double half_to_even(double x) {
  return std::nearbyint(x);
}
bool is_finite(double x) {
  return std::isfinite(x);
}
bool is_infinite(double x) {
  return std::isinf(x);
}
bool is_nan(double x) {
  return std::isnan(x);
}

template <class F>
Value of_all_types(const Call& c, F&& f) {
  const NDArray& x = c.tensor(0);
  return with_wide(x.dtype(), [&]<class W>(W) -> Value { return map_as<W>(c, x, x.dtype(), f); });
}

// Integers wrap: the negative of the least is itself.
template <class W>
W negated(W x) {
  if constexpr (std::is_floating_point_v<W>)
    return -x;
  else
    return static_cast<W>(uint64_t{0} - static_cast<uint64_t>(x));
}

Value negative(const Call& c) {
  return of_all_types(c, []<class W>(W x) { return negated(x); });
}
Value absolute(const Call& c) {
  return of_all_types(c, []<class W>(W x) -> W {
    if constexpr (std::is_floating_point_v<W>) return std::fabs(x);
    return x < W{} ? negated(x) : x;
  });
}
// NaN stays NaN, and 0 keeps its sign.
Value sign(const Call& c) {
  return of_all_types(c, []<class W>(W x) -> W {
    if (x > W{}) return W{1};
    if constexpr (std::is_same_v<W, uint64_t>) return x;
    return x < W{} ? static_cast<W>(-1) : x;
  });
}
Value relu(const Call& c) {
  return of_all_types(c, []<class W>(W x) -> W { return x < W{} ? W{} : x; });  // NaN stays
}
Value bitwise_not(const Call& c) {
  const NDArray& x = c.tensor(0);
  if (!x.dtype().is_integer()) c.refuse_value("it takes integers");
  const bool is_bool = x.dtype().is_bool();
  return map_as<int64_t>(c, x, x.dtype(), [=](int64_t v) { return is_bool ? int64_t{v == 0} : ~v; });
}
Value logical_not(const Call& c) {
  const NDArray& x = c.tensor(0);
  return map_as<double>(c, x, x.dtype(), [](double v) { return v == 0; });
}
Value leaky_relu(const Call& c) {
  const double alpha = c.float_attr("alpha", 0.05);
  const NDArray& x = c.tensor(0);
  return map_as<double>(c, x, x.dtype(), [=](double v) { return v < 0 ? v * alpha : v; });
}

Value identity(const Call& c) {
  return c.tensor(0);
}

template <int V>
Value filled_like(const Call& c) {
  const NDArray& x = c.tensor(0);
  NDArray y = c.make(x.dtype(), x.shape());
  const int64_t value = V;
  for (int64_t i = 0; V != 0 && i < y.size(); ++i) store(y, i, 1, &value);
  return y;
}

// NaN stays NaN. A bound that an integer type does not hold bounds nothing.
Value clip(const Call& c) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double low = c.has("a_min") ? c.float_attr("a_min", -kInfinity) : -kInfinity;
  const double high = c.has("a_max") ? c.float_attr("a_max", kInfinity) : kInfinity;
  return of_all_types(c, [=]<class W>(W x) -> W {
    if constexpr (std::is_floating_point_v<W>) {
      x = x > high ? high : x;
      return x < low ? low : x;
    } else {
      constexpr double kTop = std::is_signed_v<W> ? 9223372036854775808.0 : 18446744073709551616.0;
      constexpr double kBottom = std::is_signed_v<W> ? -9223372036854775808.0 : 0.0;
      if (high < kTop) x = high <= kBottom ? std::numeric_limits<W>::min() : std::min(x, static_cast<W>(high));
      if (low > kBottom) x = low >= kTop ? std::numeric_limits<W>::max() : std::max(x, static_cast<W>(low));
      return x;
    }
  });
}

// Floats to integers truncate; to bool: what is not zero, NaN among it.
NDArray cast_to(const Call& c, const NDArray& x, DType dtype) {
  if (x.dtype() == dtype) return x;
  if (dtype.is_bool()) {
    if (x.dtype().is_float()) return map_as<double>(c, x, dtype, [](double v) { return v != 0; });
    return map_as<int64_t>(c, x, dtype, [](int64_t v) { return int64_t{v != 0}; });
  }
  return with_wide(x.dtype(), [&]<class W>(W) { return map_as<W>(c, x, dtype, [](W v) { return v; }); });
}
Value cast(const Call& c) {
  return cast_to(c, c.tensor(0), c.out_dtype(c.dtype_attr("dtype", c.tensor(0).dtype())));
}
Value cast_like(const Call& c) {
  return cast_to(c, c.tensor(0), c.tensor(1).dtype());
}

// The same bits as another type of the same width.
Value reinterpret(const Call& c) {
  const NDArray& x = c.tensor(0);
  const DType dtype = c.out_dtype(x.dtype());
  if (dtype.bytes() != x.dtype().bytes())
    c.refuse_value(fmt::format("{} has another width than {}", to_string(dtype), to_string(x.dtype())));
  NDArray y = c.make(dtype, x.shape());
  if (x.size() > 0) std::memcpy(y.mutable_bytes(), x.bytes(), x.size_bytes());
  return y;
}

// At inference: the data, and a mask of ones.
Value dropout(const Call& c) {
  return Values{c.tensor(0), *filled_like<1>(c).tensor()};
}

}  // namespace

void add_unary_operators(Table& table) {
  table.add("exp fast_exp", of_floats<std::exp>);
  table.add("log", of_floats<std::log>);
  table.add("log2", of_floats<std::log2>);
  table.add("log10", of_floats<std::log10>);
  table.add("sqrt", of_floats<std::sqrt>);
  table.add("rsqrt", of_floats<rsqrt>);
  table.add("sigmoid", of_floats<sigmoid>);
  table.add("tanh fast_tanh", of_floats<std::tanh>);
  table.add("erf fast_erf", of_floats<std::erf>);
  table.add("sin", of_floats<std::sin>);
  table.add("cos", of_floats<std::cos>);
  table.add("tan", of_floats<std::tan>);
  table.add("sinh", of_floats<std::sinh>);
  table.add("cosh", of_floats<std::cosh>);
  table.add("asin", of_floats<std::asin>);
  table.add("acos", of_floats<std::acos>);
  table.add("atan", of_floats<std::atan>);
  table.add("asinh", of_floats<std::asinh>);
  table.add("acosh", of_floats<std::acosh>);
  table.add("atanh", of_floats<std::atanh>);
  table.add("floor", rounding<std::floor>);
  table.add("ceil", rounding<std::ceil>);
  table.add("trunc", rounding<std::trunc>);
  table.add("round", rounding<half_to_even>);
  table.add("isfinite", test_of_floats<is_finite>);
  table.add("isinf", test_of_floats<is_infinite>);
  table.add("isnan", test_of_floats<is_nan>);
  table.add("negative", negative);
  table.add("abs", absolute);
  table.add("sign", sign);
  table.add("nn.relu", relu);
  table.add("nn.leaky_relu", leaky_relu);
  table.add("bitwise_not", bitwise_not);
  table.add("logical_not", logical_not);
  table.add("clip", clip);
  table.add("cast", cast);
  table.add("cast_like", cast_like);
  table.add("reinterpret", reinterpret);
  table.add("zeros_like", filled_like<0>);
  table.add("ones_like", filled_like<1>);
  table.add("nn.dropout", dropout);
  table.add(
      "copy annotation.bitpack_end annotation.bitpack_start annotation.cast_hint annotation.checkpoint "
      "annotation.compiler_begin annotation.compiler_end annotation.stop_fusion debug device_copy on_device",
      identity);
}

}  // namespace nw::reference
