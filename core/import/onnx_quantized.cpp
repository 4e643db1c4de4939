// SPDX-License-Identifier: GPL-3.0-or-later
// Quantization: Relay takes the scale, then the zero point (int32), along one axis.
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

}  // namespace

void add_quantized_converters(ConverterTable& table) {
  table["QuantizeLinear"] = quantize;
  table["DequantizeLinear"] = dequantize;
}

}  // namespace nw::import
