// SPDX-License-Identifier: GPL-3.0-or-later
// Two or three tensors element by element, broadcast as in numpy; and vectors along one axis.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

// f of every pair of elements of a and b, of which the strides say how they are read.
template <class W, class F>
NDArray zip_strided(const Call& c, const NDArray& a, const Strides& sa, const NDArray& b, const Strides& sb,
                    DType dtype, Extents shape, F&& f) {
  NDArray y = c.make(dtype, std::move(shape));
  W left[kChunk], right[kChunk];
  const Rows rows(y.shape(), {sa, sb, row_major(y.shape())});
  rows.for_each([&](const std::vector<int64_t>& at) {
    for (int64_t first = 0; first < rows.length(); first += kChunk) {
      const int64_t count = std::min(kChunk, rows.length() - first);
      load_strided(a, at[0] + first * rows.step(0), rows.step(0), count, left);
      load_strided(b, at[1] + first * rows.step(1), rows.step(1), count, right);
      using R = decltype(f(W{}, W{}, int64_t{}));
      if constexpr (std::is_same_v<R, W>) {
        for (int64_t i = 0; i < count; ++i) left[i] = f(left[i], right[i], at[2] + first + i);
        store_strided(y, at[2] + first * rows.step(2), rows.step(2), count, left);
      } else {
        int64_t truth[kChunk];
        for (int64_t i = 0; i < count; ++i) truth[i] = f(left[i], right[i], at[2] + first + i) ? 1 : 0;
        store_strided(y, at[2] + first * rows.step(2), rows.step(2), count, truth);
      }
    }
  });
  return y;
}

template <class W, class F>
NDArray zip(const Call& c, const NDArray& a, const NDArray& b, DType dtype, F&& f) {
  Extents shape = broadcast_shape(c, a.shape(), b.shape());
  const Strides sa = broadcast_strides(a.shape(), shape), sb = broadcast_strides(b.shape(), shape);
  return zip_strided<W>(c, a, sa, b, sb, dtype, std::move(shape), f);
}

const NDArray& second_of_same_type(const Call& c) {
  if (c.tensor(0).dtype() != c.tensor(1).dtype()) c.refuse_value("its arguments have different data types");
  return c.tensor(1);
}

// F{}(a, b) in the type's own arithmetic.
template <class F>
Value arithmetic(const Call& c) {
  const NDArray &a = c.tensor(0), &b = second_of_same_type(c);
  return with_wide(a.dtype(), [&]<class W>(W) -> Value {
    return zip<W>(c, a, b, a.dtype(), [](W x, W y, int64_t) -> W { return F{}(x, y); });
  });
}
template <class F>
Value comparison(const Call& c) {
  const NDArray &a = c.tensor(0), &b = second_of_same_type(c);
  return with_wide(a.dtype(), [&]<class W>(W) -> Value {
    return zip<W>(c, a, b, DType::Bool(), [](W x, W y, int64_t) -> bool { return F{}(x, y); });
  });
}
template <class F>
Value logic(const Call& c) {
  const NDArray &a = c.tensor(0), &b = second_of_same_type(c);
  return zip<double>(c, a, b, a.dtype(), [](double x, double y, int64_t) -> bool { return F{}(x != 0, y != 0); });
}
template <class F>
Value bits(const Call& c) {
  if (!c.tensor(0).dtype().is_integer()) c.refuse_value("it takes integers");
  return arithmetic<F>(c);
}

// Integers compute in 64 unsigned bits, which wrap; the result is cut to the type's width.
template <class W, class F>
W wrapping(W x, W y, F&& f) {
  if constexpr (std::is_floating_point_v<W>)
    return f(x, y);
  else
    return static_cast<W>(f(static_cast<uint64_t>(x), static_cast<uint64_t>(y)));
}
struct Add {
  template <class W>
  W operator()(W x, W y) const {
    return wrapping(x, y, [](auto a, auto b) { return a + b; });
  }
};
struct Subtract {
  template <class W>
  W operator()(W x, W y) const {
    return wrapping(x, y, [](auto a, auto b) { return a - b; });
  }
};
struct Multiply {
  template <class W>
  W operator()(W x, W y) const {
    return wrapping(x, y, [](auto a, auto b) { return a * b; });
  }
};
// NaN in either is NaN.
struct Maximum {
  template <class W>
  W operator()(W x, W y) const {
    if constexpr (std::is_floating_point_v<W>)
      if (std::isnan(x) || std::isnan(y)) return x + y;
    return x > y ? x : y;
  }
};
struct Minimum {
  template <class W>
  W operator()(W x, W y) const {
    if constexpr (std::is_floating_point_v<W>)
      if (std::isnan(x) || std::isnan(y)) return x + y;
    return x < y ? x : y;
  }
};

// Of integers, with y not 0; the least by -1 wraps to itself.
template <class W>
W quotient(W x, W y) {
  if constexpr (std::is_signed_v<W>)
    if (y == -1) return static_cast<W>(uint64_t{0} - static_cast<uint64_t>(x));
  return static_cast<W>(x / y);
}
template <class W>
W remainder_of(W x, W y) {
  if constexpr (std::is_signed_v<W>)
    if (y == -1) return 0;
  return static_cast<W>(x % y);
}
struct TruncDivide {  // integers towards zero, as C; floats the quotient
  double operator()(double x, double y) const { return x / y; }
  template <class W>
  W operator()(W x, W y) const {
    return quotient(x, y);
  }
};
struct FloorDivide {
  double operator()(double x, double y) const { return std::floor(x / y); }
  template <class W>
  W operator()(W x, W y) const {
    const bool down = remainder_of(x, y) != 0 && (x < 0) != (y < 0);
    return static_cast<W>(quotient(x, y) - (down ? 1 : 0));
  }
};
struct TruncMod {  // has the sign of the dividend
  double operator()(double x, double y) const { return std::fmod(x, y); }
  template <class W>
  W operator()(W x, W y) const {
    return remainder_of(x, y);
  }
};
struct FloorMod {  // has the sign of the divisor
  double operator()(double x, double y) const {
    const double rest = std::fmod(x, y);
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
  }
  template <class W>
  W operator()(W x, W y) const {
    const W rest = remainder_of(x, y);
    return rest != 0 && (rest < 0) != (y < 0) ? static_cast<W>(rest + y) : rest;
  }
};
struct TruncatedQuotient {
  double operator()(double x, double y) const { return std::trunc(x / y); }
  template <class W>
  W operator()(W x, W y) const {
    return quotient(x, y);
  }
};

template <class F>
Value division(const Call& c) {
  const NDArray &a = c.tensor(0), &b = second_of_same_type(c);
  return with_wide(a.dtype(), [&]<class W>(W) -> Value {
    return zip<W>(c, a, b, a.dtype(), [&](W x, W y, int64_t element) -> W {
      if constexpr (!std::is_floating_point_v<W>)
        if (y == 0) c.refuse(division_by_zero(c.node, std::to_string(x), element));
      return F{}(x, y);
    });
  });
}

// Integers by repeated squaring, which wraps; a negative exponent gives what the truncated quotient 1/xⁿ is.
template <class W>
W integer_power(W base, W exponent) {
  if (std::is_signed_v<W> && exponent < W{}) {
    if (base == W{1}) return 1;
    if (base == static_cast<W>(-1)) return exponent % 2 == 0 ? W{1} : base;
    return 0;
  }
  uint64_t result = 1, factor = static_cast<uint64_t>(base);
  for (auto left = static_cast<uint64_t>(exponent); left > 0; left >>= 1) {
    if (left & 1) result *= factor;
    factor *= factor;
  }
  return static_cast<W>(result);
}
struct Power {
  double operator()(double x, double y) const { return std::pow(x, y); }
  template <class W>
  W operator()(W x, W y) const {
    return integer_power(x, y);
  }
};

struct And {
  template <class W>
  W operator()(W x, W y) const {
    if constexpr (std::is_integral_v<W>) return x & y;
    return x;
  }
};
struct Or {
  template <class W>
  W operator()(W x, W y) const {
    if constexpr (std::is_integral_v<W>) return x | y;
    return x;
  }
};
struct Xor {
  template <class W>
  W operator()(W x, W y) const {
    if constexpr (std::is_integral_v<W>) return x ^ y;
    return x;
  }
};

// By the type's width and more, everything is shifted out.
template <bool Left>
Value shift(const Call& c) {
  const NDArray &a = c.tensor(0), &b = second_of_same_type(c);
  if (!a.dtype().is_integer()) c.refuse_value("it takes integers");
  const int width = a.dtype().bits;
  const auto shifted = [=]<class W>(W x, W by, int64_t) -> W {
    const bool all = by < W{} || static_cast<uint64_t>(by) >= static_cast<uint64_t>(width);
    if (Left) return all ? W{} : static_cast<W>(static_cast<uint64_t>(x) << by);
    return all ? (x < W{} ? static_cast<W>(-1) : W{}) : static_cast<W>(x >> by);
  };
  if (a.dtype().is_uint()) return zip<uint64_t>(c, a, b, a.dtype(), shifted);
  return zip<int64_t>(c, a, b, a.dtype(), shifted);
}

struct Equal {
  template <class W>
  bool operator()(W x, W y) const {
    return x == y;
  }
};
struct NotEqual {
  template <class W>
  bool operator()(W x, W y) const {
    return x != y;
  }
};
struct Less {
  template <class W>
  bool operator()(W x, W y) const {
    return x < y;
  }
};
struct LessEqual {
  template <class W>
  bool operator()(W x, W y) const {
    return x <= y;
  }
};
struct Greater {
  template <class W>
  bool operator()(W x, W y) const {
    return x > y;
  }
};
struct GreaterEqual {
  template <class W>
  bool operator()(W x, W y) const {
    return x >= y;
  }
};
struct BothTrue {
  bool operator()(bool x, bool y) const { return x && y; }
};
struct EitherTrue {
  bool operator()(bool x, bool y) const { return x || y; }
};
struct OneTrue {
  bool operator()(bool x, bool y) const { return x != y; }
};

Value where(const Call& c) {
  const NDArray &condition = c.tensor(0), &yes = c.tensor(1), &no = c.tensor(2);
  if (yes.dtype() != no.dtype()) c.refuse_value("its arguments 2 and 3 have different data types");
  Extents shape = broadcast_shape(c, condition.shape(), broadcast_shape(c, yes.shape(), no.shape()));
  NDArray y = c.make(yes.dtype(), shape);
  const Strides to = row_major(shape);
  copy_strided(no, 0, broadcast_strides(no.shape(), shape), y);
  NDArray chosen = c.make(yes.dtype(), shape);
  copy_strided(yes, 0, broadcast_strides(yes.shape(), shape), chosen);
  const Rows rows(shape, {broadcast_strides(condition.shape(), shape), to});
  const auto size = static_cast<size_t>(y.dtype().bytes());
  rows.for_each([&](const std::vector<int64_t>& at) {
    for (int64_t i = 0; i < rows.length(); ++i) {
      const auto place = static_cast<size_t>(at[1] + i * rows.step(1)) * size;
      if (condition.at(at[0] + i * rows.step(0)) != 0)
        std::copy_n(chosen.bytes() + place, size, y.mutable_bytes() + place);
    }
  });
  return y;
}

// The strides of a vector along one axis of the data.
Strides along(const Call& c, size_t axis) {
  const NDArray &x = c.tensor(0), &vector = c.tensor(1);
  if (vector.shape().size() != 1 || (vector.size() != x.shape()[axis] && vector.size() != 1))
    c.refuse_shapes(fmt::format("axis {} has {} elements", axis, x.shape()[axis]));
  Strides strides(x.shape().size(), 0);
  strides[axis] = vector.size() == 1 ? 0 : 1;
  return strides;
}

Value bias_add(const Call& c) {
  const NDArray &x = c.tensor(0), &bias = second_of_same_type(c);
  const Strides strides = along(c, c.axis_attr("axis", 1, x.shape().size()));
  return with_wide(x.dtype(), [&]<class W>(W) -> Value {
    return zip_strided<W>(c, x, row_major(x.shape()), bias, strides, x.dtype(), x.shape(),
                          [](W v, W b, int64_t) -> W { return Add{}(v, b); });
  });
}

Value prelu(const Call& c) {
  const NDArray &x = c.tensor(0), &slope = second_of_same_type(c);
  const Strides strides = along(c, c.axis_attr("axis", 1, x.shape().size()));
  return with_wide(x.dtype(), [&]<class W>(W) -> Value {
    return zip_strided<W>(c, x, row_major(x.shape()), slope, strides, x.dtype(), x.shape(),
                          [](W v, W s, int64_t) -> W { return v < W{} ? Multiply{}(v, s) : v; });
  });
}

}  // namespace

void add_binary_operators(Table& table) {
  table.add("add", arithmetic<Add>);
  table.add("subtract", arithmetic<Subtract>);
  table.add("multiply", arithmetic<Multiply>);
  table.add("maximum", arithmetic<Maximum>);
  table.add("minimum", arithmetic<Minimum>);
  table.add("divide", division<TruncDivide>);
  table.add("trunc_divide", division<TruncatedQuotient>);
  table.add("floor_divide", division<FloorDivide>);
  table.add("mod trunc_mod", division<TruncMod>);
  table.add("floor_mod", division<FloorMod>);
  table.add("power", arithmetic<Power>);
  table.add("equal", comparison<Equal>);
  table.add("not_equal", comparison<NotEqual>);
  table.add("less", comparison<Less>);
  table.add("less_equal", comparison<LessEqual>);
  table.add("greater", comparison<Greater>);
  table.add("greater_equal", comparison<GreaterEqual>);
  table.add("logical_and", logic<BothTrue>);
  table.add("logical_or", logic<EitherTrue>);
  table.add("logical_xor", logic<OneTrue>);
  table.add("bitwise_and", bits<And>);
  table.add("bitwise_or", bits<Or>);
  table.add("bitwise_xor", bits<Xor>);
  table.add("left_shift", shift<true>);
  table.add("right_shift", shift<false>);
  table.add("where", where);
  table.add("nn.bias_add", bias_add);
  table.add("nn.prelu", prelu);
}

}  // namespace nw::reference
