// SPDX-License-Identifier: GPL-3.0-or-later
// Quantization: Relay takes the scale, then the zero point (int32), along one axis.
#include <fmt/format.h>

#include "import/onnx_call.h"

namespace nw::import {

namespace {

// The number that all elements of a constant are.
std::optional<double> same_everywhere(OnnxCall& c, size_t input) {
  const std::optional<NDArray> data = c.constant(input);
  if (!data || !data->bytes() || data->size() == 0) return std::nullopt;
  for (int64_t i = 1; i < data->size(); ++i)
    if (data->int_at(i) != data->int_at(0)) return std::nullopt;
  return data->at(0);
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
  Attrs attrs = {{"axis", Attr{c.int_attr("axis", 1)}}};
  const Type& scale = c.in_type(1);  // the result's type
  if (scale.is_tensor() && scale.dtype != DType::Float(32)) attrs["out_dtype"] = Attr{to_string(scale.dtype)};
  c.set_output(0, c.emit("qnn.dequantize", {c.in(0), c.in(1), zero_point(c, 2)}, std::move(attrs)));
  return {};
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

NodeId one_number(OnnxCall& c, NodeId data) {
  const Type& type = c.type(data);
  const bool vector = type.is_tensor() && type.rank_known && type.shape.size() == 1 && type.shape[0].constant() == 1;
  return vector ? c.reshape(data, {}) : data;
}

NodeId zero_point(OnnxCall& c, size_t input) {
  if (!c.has(input)) return c.scalar(0, DType::Int(32));
  const std::optional<double> value = same_everywhere(c, input);
  if (value) return c.scalar(*value, DType::Int(32));
  return c.cast(c.in(input), DType::Int(32));
}

NodeId zero_number(OnnxCall& c, size_t input) {
  return one_number(c, zero_point(c, input));
}

// By way of real numbers, as ONNX defines it: rounded once, halves to the even number.
NodeId requantized(OnnxCall& c, NodeId sums, NodeId scale, size_t out_scale, size_t out_zero, int64_t axis) {
  const NodeId real =
      c.emit("qnn.dequantize", {sums, one_number(c, scale), c.scalar(0, DType::Int(32))}, {{"axis", Attr{axis}}});
  return quantized(c, real, out_scale, out_zero);
}

NodeId quantized(OnnxCall& c, NodeId real, size_t scale, size_t zero) {
  const DType dtype = c.has(zero) && c.in_type(zero).is_tensor() ? c.in_type(zero).dtype : DType::UInt(8);
  return c.emit("qnn.quantize", {real, one_number(c, c.in(scale)), zero_number(c, zero)},
                {{"axis", Attr{int64_t{-1}}}, {"out_dtype", Attr{to_string(dtype)}}});
}

void add_quantized_converters(ConverterTable& table) {
  for (const char* domain : {"", "com.microsoft."}) {
    table[std::string(domain) + "QuantizeLinear"] = quantize;
    table[std::string(domain) + "DequantizeLinear"] = dequantize;
  }
  table["ConvInteger"] = conv_integer;
  table["QLinearConv"] = qlinear_conv;
}

}  // namespace nw::import
