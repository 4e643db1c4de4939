// SPDX-License-Identifier: GPL-3.0-or-later
// Quantization: Relay takes the scale, then the zero point (int32), along one axis.
#include <fmt/format.h>

#include "import/onnx_call.h"

namespace nw::import {

namespace {

NodeId zero_point(OnnxCall& c, size_t input) {
  if (!c.has(input)) return c.scalar(0, DType::Int(32));
  const std::optional<double> value = c.constant_scalar(input);
  if (value) return c.scalar(*value, DType::Int(32));
  return c.cast(c.in(input), DType::Int(32));
}

Converted quantize(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  if (c.int_attr("block_size", 0) != 0) return "its scale is given by blocks";
  const DType dtype = c.has(2) && c.in_type(2).is_tensor() ? c.in_type(2).dtype : DType::UInt(8);
  c.set_output(0, c.emit("qnn.quantize", {c.in(0), c.in(1), zero_point(c, 2)},
                         {{"out_dtype", Attr{to_string(dtype)}}, {"axis", Attr{c.int_attr("axis", 1)}}}));
  return {};
}

Converted dequantize(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  if (c.int_attr("block_size", 0) != 0) return "its scale is given by blocks";
  c.set_output(0,
               c.emit("qnn.dequantize", {c.in(0), c.in(1), zero_point(c, 2)}, {{"axis", Attr{c.int_attr("axis", 1)}}}));
  return {};
}

// One number: qnn's operators take scalars, ONNX also vectors of one.
NodeId one_number(OnnxCall& c, NodeId data) {
  const Type& type = c.type(data);
  const bool vector = type.is_tensor() && type.rank_known && type.shape.size() == 1 && type.shape[0].constant() == 1;
  return vector ? c.reshape(data, {}) : data;
}

NodeId zero_number(OnnxCall& c, size_t input) {
  return one_number(c, zero_point(c, input));
}

// data (input 0 and zero point), weight, as sums in int32.
Converted integer_conv(OnnxCall& c, size_t weight, size_t data_zero, size_t weight_zero, NodeId& sums) {
  const auto image = c.rank(0), kernel = c.rank(weight);
  if (!image || !kernel || *image != *kernel || *image < 3 || *image > 5) return kInputsUntyped;
  OnnxConv conv;
  if (Converted why = conv_attrs(c, weight, conv); !why.empty()) return why;
  if (!conv.computed_padding.empty()) return "its padding depends on a size that is not known";
  conv.attrs["out_dtype"] = Attr{std::string("int32")};
  if (*image == 4) {
    const NodeId one = c.scalar(1, DType::Float(32));
    sums =
        c.emit("qnn.conv2d", {c.in(0), c.in(weight), zero_number(c, data_zero), zero_number(c, weight_zero), one, one},
               std::move(conv.attrs));
    return {};
  }
  const auto centred = [&](size_t input, size_t zero, bool channels) {
    const NodeId wide = c.cast(c.in(input), DType::Int(32));
    if (!c.has(zero)) return wide;
    NodeId point = zero_number(c, zero);
    if (channels && !c.type(point).shape.empty())
      point = c.emit("expand_dims", {point},
                     {{"axis", Attr{int64_t{1}}}, {"num_newaxis", Attr{static_cast<int64_t>(*image) - 1}}});
    return c.emit("subtract", {wide, point});
  };
  sums = c.emit(fmt::format("nn.conv{}d", *image - 2),
                {centred(0, data_zero, false), centred(weight, weight_zero, true)}, std::move(conv.attrs));
  return {};
}

Converted conv_integer(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  NodeId sums;
  if (Converted why = integer_conv(c, 1, 2, 3, sums); !why.empty()) return why;
  c.set_output(0, sums);
  return {};
}

// x, scale, zero point; w, scale, zero point; scale and zero point of the result; bias
Converted qlinear_conv(OnnxCall& c) {
  for (size_t i = 0; i < 8; ++i)
    if (!c.has(i)) return "an input is missing";
  if (!c.in_type(7).is_tensor()) return kInputsUntyped;
  NodeId sums;
  if (Converted why = integer_conv(c, 3, 2, 5, sums); !why.empty()) return why;
  if (c.has(8)) sums = c.emit("nn.bias_add", {sums, c.in(8)}, {{"axis", Attr{int64_t{1}}}});
  const NodeId scale = c.emit("multiply", {one_number(c, c.in(1)), one_number(c, c.in(4))});
  c.set_output(0, requantized(c, sums, scale, 6, 7, 1));
  return {};
}

}  // namespace

// ONNX rounds halves to the even number.
NodeId requantized(OnnxCall& c, NodeId sums, NodeId scale, size_t out_scale, size_t out_zero, int64_t axis) {
  return c.emit("qnn.requantize",
                {sums, one_number(c, scale), c.scalar(0, DType::Int(32)), one_number(c, c.in(out_scale)),
                 zero_number(c, out_zero)},
                {{"axis", Attr{axis}},
                 {"rounding", Attr{std::string("TOEVEN")}},
                 {"out_dtype", Attr{to_string(c.in_type(out_zero).dtype)}}});
}

void add_quantized_converters(ConverterTable& table) {
  table["QuantizeLinear"] = quantize;
  table["DequantizeLinear"] = dequantize;
  table["ConvInteger"] = conv_integer;
  table["QLinearConv"] = qlinear_conv;
}

}  // namespace nw::import
