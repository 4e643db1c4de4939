// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized operators: real = (q − zero point) · scale. What is scaled is computed in float32 and rounded once;
// products are sums of integers, of bytes by the processor's own instruction where it has one (bytes.h).
#include "op/compute/bytes.h"
#include "op/compute/conv_bytes.h"
#include "op/compute/products_of_bytes.h"
#include "op/rules.h"

namespace nw::op {

namespace {

const DType kReal = DType::Float(32), kExact = DType::Float(64), kSums = DType::Int(32);

// A scale or zero point at a place of the data: one for all, or one for each index of the axis.
Expr along(const ComputeContext& c, size_t argument, const std::vector<Var>& at, int64_t axis) {
  const Tensor& numbers = c.args[argument];
  if (numbers->shape.empty()) return te::read(numbers, {});
  const auto index = axis_of(axis, at.size());
  return index ? read_broadcast(numbers, {at[*index]}, {extents(c.out_type)[*index]}) : te::read(numbers, {number(0)});
}

Expr rounded(const Expr& x, const std::string& rounding) {
  const DType t = x->dtype;
  if (rounding == "UPWARD" || rounding == "None") return tir::call(t, "floor", {x + tir::constant(t, 0.5)});
  return tir::call(t, rounding == "TONEAREST" ? "round" : "nearbyint", {x});
}

// A whole number as the nearest one of the type.
Expr saturated(const Expr& x, DType to) {
  const DType t = x->dtype;
  const Expr low = tir::constant(t, static_cast<double>(min_int(to))),
             high = tir::constant(t, static_cast<double>(max_int(to)));
  return tir::cast(to, tir::min(tir::max(x, low), high));
}

// Numbers up to 16 bits are exact in float32, with what is added to them.
DType rounds_in(DType data, DType to) {
  return data.bits > 32 || (data.is_integer() && data.bits > 16) || to.bits > 16 ? kExact : kReal;
}

int64_t axis_of_scale(const ComputeContext& c) {
  return graph::int_attr(c.node.attrs, "axis", -1);
}

Result<std::vector<Tensor>> quantize(const ComputeContext& c) {
  const DType to = c.out_type.dtype, wide = rounds_in(c.args[0]->dtype, to);
  if (to.is_float()) return no_compute(c, "only numbers of integer types have a computation");
  return std::vector{map(
      c,
      [&](const std::vector<Var>& v) {
        const Expr scale = along(c, 1, v, axis_of_scale(c)), zero = along(c, 2, v, axis_of_scale(c));
        const Expr ratio = tir::div(tir::cast(wide, te::read(c.args[0], as_indices(v))), tir::cast(wide, scale));
        // ONNX divides in the type of the scale.
        const Expr once = wide == kExact && scale->dtype == kReal ? tir::cast(wide, tir::cast(kReal, ratio)) : ratio;
        return saturated(rounded(once, "TOEVEN") + tir::cast(wide, zero), to);
      },
      "elemwise")};
}

// Integers less their zero point, exactly, in float32 or float64.
Expr centred(const Expr& data, const Expr& zero, DType real) {
  if (real == kExact || data->dtype.bits > 16 || data->dtype.is_float())
    return tir::cast(real, data) - tir::cast(real, zero);
  return tir::cast(real, tir::cast(kSums, data) - tir::cast(kSums, zero));
}

Result<std::vector<Tensor>> dequantize(const ComputeContext& c) {
  const DType real = c.out_type.dtype.bits > 32 ? kExact : kReal;
  return std::vector{map(
      c,
      [&](const std::vector<Var>& v) {
        const Expr scale = along(c, 1, v, axis_of_scale(c)), zero = along(c, 2, v, axis_of_scale(c));
        const Expr data = centred(te::read(c.args[0], as_indices(v)), zero, real);
        return tir::cast(c.out_type.dtype, data * tir::cast(real, scale));
      },
      "elemwise")};
}

// data, input scale and zero point, output scale and zero point
Result<std::vector<Tensor>> requantize(const ComputeContext& c) {
  const std::string rounding = graph::string_attr(c.node.attrs, "rounding", "UPWARD");
  const int64_t axis = axis_of_scale(c);
  return std::vector{map(
      c,
      [&](const std::vector<Var>& v) {
        const auto exact = [&](size_t argument) { return tir::cast(kExact, along(c, argument, v, axis)); };
        const Expr real = (tir::cast(kExact, te::read(c.args[0], as_indices(v))) - exact(2)) * exact(1);
        return saturated(rounded(tir::div(real, exact(3)), rounding) + exact(4), c.out_type.dtype);
      },
      "elemwise")};
}

// lhs, rhs, and scale and zero point of lhs, rhs, result
ComputeRule binary_of_reals(const std::function<Expr(Expr, Expr)>& f) {
  return [f](const ComputeContext& c) -> Result<std::vector<Tensor>> {
    for (size_t i = 2; i < 8; ++i)
      if (!c.args[i]->shape.empty()) return no_compute(c, "only one scale and zero point for all has a computation");
    const std::vector<Expr> shape = extents(c.out_type);
    const auto exact = [&](size_t argument) { return tir::cast(kExact, te::read(c.args[argument], {})); };
    return std::vector{map(
        c,
        [&](const std::vector<Var>& v) {
          const auto operand = [&](size_t i) {
            const Expr data = tir::cast(kExact, read_broadcast(c.args[i], as_indices(v), shape));
            return (data - exact(3 + 2 * i)) * exact(2 + 2 * i);
          };
          return saturated(rounded(tir::div(f(operand(0), operand(1)), exact(6)), "TOEVEN") + exact(7),
                           c.out_type.dtype);
        },
        "broadcast")};
  };
}

// The context of the plain operator on other data and weights.
ComputeContext on(const ComputeContext& c, const Tensor& data, const Tensor& weight, DType out) {
  ComputeContext plain = c;
  plain.args = {data, weight};
  plain.arg_types.resize(2);
  plain.arg_types[0].dtype = data->dtype;
  plain.arg_types[1].dtype = weight->dtype;
  plain.out_type.dtype = out;
  plain.packed_before.resize(std::min<size_t>(plain.packed_before.size(), 2));
  return plain;
}

// An operand less its zero point, in a type that its products are exact in. `axis`: of the zero points.
Tensor less_zero(const ComputeContext& c, size_t argument, DType to, size_t axis, const char* name) {
  const Tensor &data = c.args[argument], &zeros = c.args[argument + 2];
  if (constant_value(zeros) == 0) return converted(data, to, c.name + name, "injective");
  return te::compute(
      data->shape,
      [&](const std::vector<Var>& v) {
        const Expr zero = zeros->shape.empty()           ? te::read(zeros, {})
                          : tir::is_one(zeros->shape[0]) ? te::read(zeros, {number(0)})
                                                         : te::read(zeros, {v[axis]});
        return tir::cast(to, tir::cast(kSums, te::read(data, as_indices(v))) - tir::cast(kSums, zero));
      },
      c.name + name, axis_names(data->shape.size()), "injective");
}

bool has_one_zero(const ComputeContext& c, size_t argument) {
  return c.args[argument + 2]->shape.empty() || tir::is_one(c.args[argument + 2]->shape[0]);
}

bool takes_byte_dots(const ComputeContext& c) {
  return !c.plain && c.core.byte_dots && is_byte(c.args[0]->dtype) && is_byte(c.args[1]->dtype) && has_one_zero(c, 0);
}

// Sums of so few products of bytes are exact in float32, of which there are faster schedules.
bool is_exact_in_float(const ComputeContext& c, double products) {
  constexpr double kExactIntegers = 1 << 24, kGreatestProduct = 255.0 * 255.0;
  return is_byte(c.args[0]->dtype) && is_byte(c.args[1]->dtype) && products * kGreatestProduct <= kExactIntegers;
}

// The borders of bytes are filled with the zero point, which must be a byte: one that only the run tells may be none.
bool has_bytes_at_borders(const ComputeContext& c, const Conv& p) {
  const auto zero = constant_value(c.args[2]);
  const DType data = c.args[0]->dtype;
  const bool is_byte_of_data = zero && *zero >= (data.is_uint() ? 0 : -128) && *zero <= (data.is_uint() ? 255 : 127);
  return is_byte_of_data || std::ranges::all_of(p.padding, [](int64_t width) { return width == 0; });
}

ComputeRule quantized_conv2d(const ComputeRule& plain) {
  return [plain](const ComputeContext& c) -> Result<std::vector<Tensor>> {
    if (c.out_type.dtype != kSums) return no_compute(c, "only sums of type int32 have a computation");
    const Conv p = conv_of(c.node.attrs);
    const bool nchw = p.data_layout == "NCHW" && p.kernel_layout == "OIHW";
    const auto weight = graph::constant_shape(c.arg_types[1].shape);
    const bool depthwise = nchw && is_depthwise(p, c.arg_types[1]);
    if (takes_byte_dots(c) && nchw && weight && !depthwise && has_bytes_at_borders(c, p))
      if (const Tensor sums = conv2d_of_bytes(c, p)) return std::vector{sums};
    const bool in_float =
        !c.plain && depthwise && weight && is_exact_in_float(c, static_cast<double>((*weight)[2] * (*weight)[3]));
    const DType in = in_float ? kReal : kSums;
    const size_t data_axis = nchw ? 1 : 3, weight_axis = nchw ? 0 : 3;
    ComputeContext of_numbers = on(c, less_zero(c, 0, in, data_axis, "_data_less_zero"),
                                   less_zero(c, 1, in, weight_axis, "_weight_less_zero"), in);
    if (!in_float) return plain(of_numbers);
    of_numbers.name = c.name + "_products";
    Result<std::vector<Tensor>> products = plain(of_numbers);
    if (!products.ok()) return products;
    return std::vector{converted(products->front(), kSums, c.name, "elemwise")};
  };
}

// A matrix product, or one of batches of them.
ComputeRule quantized_product(const ComputeRule& plain, size_t rank) {
  return [plain, rank](const ComputeContext& c) -> Result<std::vector<Tensor>> {
    if (c.out_type.dtype != kSums) return no_compute(c, "only sums of type int32 have a computation");
    if (c.args[0]->shape.size() != rank)
      return no_compute(c, "only data of " + std::to_string(rank) + " dimensions has a computation");
    const bool transpose_a = rank == 3 && graph::bool_attr(c.node.attrs, "transpose_a", false);
    const bool transpose_b = rank == 2 || graph::bool_attr(c.node.attrs, "transpose_b", true);
    if (takes_byte_dots(c) && !transpose_a) return std::vector{product_of_bytes(c, transpose_b)};
    const size_t row = transpose_a ? rank - 1 : rank - 2, column = transpose_b ? rank - 2 : rank - 1;
    return plain(on(c, less_zero(c, 0, kSums, row, "_data_less_zero"),
                    less_zero(c, 1, kSums, column, "_weight_less_zero"), kSums));
  };
}

}  // namespace

void add_quantized_compute(Registry& registry) {
  set_compute(registry, "qnn.quantize", quantize);
  set_compute(registry, "qnn.dequantize", dequantize);
  set_compute(registry, "qnn.requantize", requantize);
  set_compute(registry, "qnn.add", binary_of_reals([](Expr a, Expr b) { return std::move(a) + std::move(b); }));
  set_compute(registry, "qnn.subtract", binary_of_reals([](Expr a, Expr b) { return std::move(a) - std::move(b); }));
  set_compute(registry, "qnn.mul", binary_of_reals([](Expr a, Expr b) { return std::move(a) * std::move(b); }));
  set_compute(registry, "qnn.conv2d", quantized_conv2d(registry.entry("nn.conv2d").compute));
  set_compute(registry, "qnn.dense", quantized_product(registry.entry("nn.dense").compute, 2));
  set_compute(registry, "qnn.batch_matmul", quantized_product(registry.entry("nn.batch_matmul").compute, 3));
}

}  // namespace nw::op
