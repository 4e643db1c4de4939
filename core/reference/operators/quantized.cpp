// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized operators: real = (q - zero point) · scale. Products are exact integers; what is scaled is computed in
// double and rounded once, halves to the even number unless the operator names another rounding.
#include <algorithm>
#include <cmath>

#include "reference/operators/convolution.h"
#include "reference/operators/families.h"
#include "reference/operators/matmul.h"

namespace nw::reference {

namespace {

// A scale or zero point for each element: one for all, or one an index of the axis.
class PerAxis {
 public:
  PerAxis(const Call& c, size_t argument, const Extents& data, int64_t axis)
      : values_(all_elements<double>(c, c.tensor(argument))) {
    if (values_.size() == 1) return;
    const size_t at = c.axis(axis, data.size());
    if (static_cast<int64_t>(values_.size()) != data[at])
      c.refuse_shapes(fmt::format("argument {} has not one number for each of {}", argument + 1, data[at]));
    for (size_t i = at + 1; i < data.size(); ++i) inner_ *= data[i];
  }
  double operator()(int64_t flat) const {
    return values_.size() == 1 ? values_[0] : values_[static_cast<size_t>(flat / inner_) % values_.size()];
  }

 private:
  std::vector<double> values_;
  int64_t inner_ = 1;
};

double saturated(DType dtype, double value) {
  if (dtype.is_float()) return value;
  if (std::isnan(value)) return 0;
  return std::clamp(value, static_cast<double>(min_int(dtype)), static_cast<double>(max_int(dtype)));
}

template <class F>
NDArray elementwise(const Call& c, const NDArray& x, DType dtype, F&& f) {
  NDArray y = c.make(dtype, x.shape());
  for (int64_t i = 0; i < x.size(); ++i) {
    spend();
    const double value = f(x.at(i), i);
    store(y, i, 1, &value);
  }
  return y;
}

Value quantize(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t axis = c.int_attr("axis", -1);
  const DType dtype = c.out_dtype(c.dtype_attr("out_dtype", DType::Int(8)));
  const PerAxis scale(c, 1, x.shape(), axis), zero(c, 2, x.shape(), axis);
  const bool single = x.dtype().bits <= 32;  // ONNX divides in the data's own type
  return elementwise(c, x, dtype, [&](double v, int64_t i) {
    const double ratio = single ? static_cast<double>(static_cast<float>(v / scale(i))) : v / scale(i);
    return saturated(dtype, std::nearbyint(ratio) + zero(i));
  });
}
Value dequantize(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t axis = c.int_attr("axis", -1);
  const PerAxis scale(c, 1, x.shape(), axis), zero(c, 2, x.shape(), axis);
  return elementwise(c, x, c.out_dtype(DType::Float(32)),
                     [&](double v, int64_t i) { return (v - zero(i)) * scale(i); });
}

double by_rounding(const std::string& rounding, double v) {
  if (rounding == "UPWARD") return std::floor(v + 0.5);
  if (rounding == "TONEAREST") return std::round(v);
  return std::nearbyint(v);
}
// data, input scale and zero point, output scale and zero point
Value requantize(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t axis = c.int_attr("axis", -1);
  const DType dtype = c.out_dtype(c.dtype_attr("out_dtype", DType::Int(8)));
  const PerAxis in(c, 1, x.shape(), axis), in_zero(c, 2, x.shape(), axis), out(c, 3, x.shape(), axis),
      out_zero(c, 4, x.shape(), axis);
  std::string rounding = c.string_attr("rounding", "UPWARD");
  if (rounding == "None") rounding = "UPWARD";
  return elementwise(c, x, dtype, [&](double v, int64_t i) {
    return saturated(dtype, by_rounding(rounding, (v - in_zero(i)) * in(i) / out(i)) + out_zero(i));
  });
}

// The codes of data types as TVM's SQNN_DTYPE has them.
std::optional<DType> simulated_type(const Call& c) {
  switch (c.integer(1)) {
    case 0:
      return std::nullopt;
    case 1:
      return DType::Int(8);
    case 2:
      return DType::UInt(8);
    case 3:
      return DType::Int(32);
    default:
      c.refuse_value("its data type is none of 0 (none), 1 (int8), 2 (uint8), 3 (int32)");
  }
}
template <bool Quantize>
Value simulated(const Call& c) {
  const NDArray& x = c.tensor(0);
  const std::optional<DType> dtype = simulated_type(c);
  if (!dtype) return x;
  const int64_t axis = c.int_attr("axis", -1);
  const PerAxis scale(c, 2, x.shape(), axis), zero(c, 3, x.shape(), axis);
  return elementwise(c, x, x.dtype(), [&](double v, int64_t i) {
    return Quantize ? saturated(*dtype, std::nearbyint(v / scale(i)) + zero(i)) : (v - zero(i)) * scale(i);
  });
}

// lhs, rhs, and scale and zero point of lhs, rhs, result
template <class F>
Value binary_of_reals(const Call& c) {
  const NDArray &a = c.tensor(0), &b = c.tensor(1);
  const Extents shape = broadcast_shape(c, a.shape(), b.shape());
  const int64_t left_axis = c.int_attr("lhs_axis", -1), right_axis = c.int_attr("rhs_axis", -1);
  const PerAxis a_scale(c, 2, a.shape(), left_axis), a_zero(c, 3, a.shape(), left_axis);
  const PerAxis b_scale(c, 4, b.shape(), right_axis), b_zero(c, 5, b.shape(), right_axis);
  const PerAxis scale(c, 6, shape, -1), zero(c, 7, shape, -1);
  NDArray y = c.make(a.dtype(), shape);
  const Rows rows(shape, {broadcast_strides(a.shape(), shape), broadcast_strides(b.shape(), shape), row_major(shape)});
  rows.for_each([&](const std::vector<int64_t>& at) {
    for (int64_t i = 0; i < rows.length(); ++i) {
      const int64_t ia = at[0] + i * rows.step(0), ib = at[1] + i * rows.step(1), to = at[2] + i * rows.step(2);
      const double real = F{}((a.at(ia) - a_zero(ia)) * a_scale(ia), (b.at(ib) - b_zero(ib)) * b_scale(ib));
      const double value = saturated(y.dtype(), std::nearbyint(real / scale(to)) + zero(to));
      store(y, to, 1, &value);
    }
  });
  return y;
}

Convolution quantized_conv(const Call& c) {
  Convolution how;
  how.groups = c.int_attr("groups", 1);
  how.out_dtype = c.out_dtype(DType::Int(32));
  how.data_zero = c.ints(2);
  how.weight_zero = c.ints(3);
  return how;
}
Value qnn_conv2d(const Call& c) {
  return conv_of(c, c.tensor(0), c.tensor(1), 2, quantized_conv(c));
}
Value qnn_conv2d_transpose(const Call& c) {
  return conv_transpose_of(c, c.tensor(0), c.tensor(1), 2, quantized_conv(c));
}
ProductAttrs quantized_product(const Call& c) {
  ProductAttrs how;
  how.transpose_b = true;
  how.out_dtype = c.out_dtype(DType::Int(32));
  how.a_zero = c.ints(2);
  how.b_zero = c.ints(3);
  return how;
}
Value qnn_dense(const Call& c) {
  return dense_product(c, c.tensor(0), c.tensor(1), quantized_product(c));
}
Value qnn_batch_matmul(const Call& c) {
  ProductAttrs how = quantized_product(c);
  how.transpose_a = c.bool_attr("transpose_a", false);
  how.transpose_b = c.bool_attr("transpose_b", true);
  return batch_product(c, c.tensor(0), c.tensor(1), how);
}

// x, input scale and zero point, output scale and zero point: f of the real number
template <class F>
Value of_real(const Call& c, F&& f) {
  const NDArray& x = c.tensor(0);
  const double in = c.number(1), in_zero = c.number(2), out = c.number(3), out_zero = c.number(4);
  return elementwise(c, x, x.dtype(), [&](double v, int64_t) {
    return saturated(x.dtype(), std::nearbyint(f((v - in_zero) * in) / out) + out_zero);
  });
}
template <double (*F)(double)>
Value unary_of_reals(const Call& c) {
  return of_real(c, [](double v) { return F(v); });
}
double real_sigmoid(double v) {
  return 1 / (1 + std::exp(-v));
}
double real_rsqrt(double v) {
  return 1 / std::sqrt(v);
}
double real_hardswish(double v) {
  return v * std::clamp(v + 3, 0.0, 6.0) / 6;
}
Value qnn_leaky_relu(const Call& c) {
  const double alpha = c.float_attr("alpha", 0);
  return of_real(c, [=](double v) { return v < 0 ? alpha * v : v; });
}

// Operators that are plain on the real numbers in between.
Value through_reals(const Call& c, const char* plain) {
  const NDArray& x = c.tensor(0);
  const double in = c.number(1), in_zero = c.number(2), out = c.number(3), out_zero = c.number(4);
  const NDArray real = elementwise(c, x, DType::Float(64), [&](double v, int64_t) { return (v - in_zero) * in; });
  const Values arguments{real};
  const graph::Type untyped;
  const Value result = Table::standard().find(plain)({c.node, c.attrs, arguments, untyped, c.memory});
  return elementwise(c, *result.tensor(), x.dtype(),
                     [&](double v, int64_t) { return saturated(x.dtype(), std::nearbyint(v / out) + out_zero); });
}
Value qnn_softmax(const Call& c) {
  return through_reals(c, "nn.softmax");
}
Value qnn_avg_pool2d(const Call& c) {
  return through_reals(c, "nn.avg_pool2d");
}

// A tuple of data, one of scales, one of zero points; output scale and zero point
Value qnn_concatenate(const Call& c) {
  const std::vector<NDArray> parts = tensors_of(c.args[0]), scales = tensors_of(c.args[1]),
                             zeros = tensors_of(c.args[2]);
  if (parts.empty() || scales.size() != parts.size() || zeros.size() != parts.size())
    c.refuse_shapes("not one scale and zero point a part");
  const double out = c.number(3), out_zero = c.number(4);
  Values requantized;
  for (size_t p = 0; p < parts.size(); ++p) {
    const double in = scales[p].at(0), in_zero = zeros[p].at(0);
    requantized.emplace_back(elementwise(c, parts[p], parts[p].dtype(), [&](double v, int64_t) {
      return saturated(parts[p].dtype(), std::nearbyint((v - in_zero) * in / out) + out_zero);
    }));
  }
  const Values arguments{Value(std::move(requantized))};
  return Table::standard().find("concatenate")({c.node, c.attrs, arguments, c.type, c.memory});
}

// x · multiplier · 2^(shift - 31), rounded upward at halves
__extension__ using Wide = __int128;
int64_t fixed_point(int64_t x, int64_t multiplier, int64_t left, int64_t right) {
  const auto total = static_cast<unsigned>(31 + right);
  const Wide product = (static_cast<Wide>(x) << left) * multiplier;
  return static_cast<int64_t>((product + (static_cast<Wide>(1) << (total - 1))) >> total);
}
bool shift_in_range(int64_t shift) {
  return shift >= 0 && shift <= 31;
}
Value fixed_point_multiply(const Call& c) {
  const NDArray& x = c.tensor(0);
  const int64_t multiplier = c.int_attr("multiplier", 0), shift = c.int_attr("shift", 0);
  const int64_t left = std::max<int64_t>(shift, 0), right = std::max<int64_t>(-shift, 0);
  if (!shift_in_range(left) || !shift_in_range(right)) c.refuse_attribute("shift", "must be within 31");
  NDArray y = c.make(x.dtype(), x.shape());
  for (int64_t i = 0; i < x.size(); ++i) {
    const int64_t value = fixed_point(x.int_at(i), multiplier, left, right);
    store(y, i, 1, &value);
  }
  return y;
}
// data, multipliers, left shifts, right shifts, one for each index of the axes
Value fixed_point_multiply_per_axis(const Call& c) {
  const NDArray& x = c.tensor(0);
  std::vector<int64_t> axes = c.ints_attr("axes", {0});
  const int64_t axis = axes.empty() ? 0 : axes[0];
  const PerAxis multiplier(c, 1, x.shape(), axis), left(c, 2, x.shape(), axis), right(c, 3, x.shape(), axis);
  NDArray y = c.make(x.dtype(), x.shape());
  for (int64_t i = 0; i < x.size(); ++i) {
    const auto l = static_cast<int64_t>(left(i)), r = static_cast<int64_t>(right(i));
    if (!shift_in_range(l) || !shift_in_range(r)) c.refuse_value(fmt::format("it shifts by {} and {}", l, r));
    const int64_t value = fixed_point(x.int_at(i), static_cast<int64_t>(multiplier(i)), l, r);
    store(y, i, 1, &value);
  }
  return y;
}

}  // namespace

void add_quantized_operators(Table& table) {
  table.add("qnn.quantize", quantize);
  table.add("qnn.dequantize", dequantize);
  table.add("qnn.requantize", requantize);
  table.add("qnn.simulated_quantize", simulated<true>);
  table.add("qnn.simulated_dequantize", simulated<false>);
  table.add("qnn.add", binary_of_reals<std::plus<>>);
  table.add("qnn.subtract", binary_of_reals<std::minus<>>);
  table.add("qnn.mul", binary_of_reals<std::multiplies<>>);
  table.add("qnn.conv2d", qnn_conv2d);
  table.add("qnn.conv2d_transpose", qnn_conv2d_transpose);
  table.add("qnn.dense", qnn_dense);
  table.add("qnn.batch_matmul", qnn_batch_matmul);
  table.add("qnn.concatenate", qnn_concatenate);
  table.add("qnn.avg_pool2d", qnn_avg_pool2d);
  table.add("qnn.softmax", qnn_softmax);
  table.add("qnn.abs", unary_of_reals<std::fabs>);
  table.add("qnn.erf", unary_of_reals<std::erf>);
  table.add("qnn.exp", unary_of_reals<std::exp>);
  table.add("qnn.log", unary_of_reals<std::log>);
  table.add("qnn.sqrt", unary_of_reals<std::sqrt>);
  table.add("qnn.tanh", unary_of_reals<std::tanh>);
  table.add("qnn.rsqrt", unary_of_reals<real_rsqrt>);
  table.add("qnn.sigmoid", unary_of_reals<real_sigmoid>);
  table.add("qnn.hardswish", unary_of_reals<real_hardswish>);
  table.add("qnn.leaky_relu", qnn_leaky_relu);
  table.add("fixed_point_multiply", fixed_point_multiply);
  table.add("fixed_point_multiply_per_axis", fixed_point_multiply_per_axis);
}

}  // namespace nw::reference
