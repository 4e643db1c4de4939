// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of tensors, and values that may be absent.
#include "import/onnx_call.h"

namespace nw::import {

namespace {

Converted as_it_is(OnnxCall& c) {
  return c.emit_as_is();
}

Converted needs_input(OnnxCall& c) {
  return c.has(0) ? c.emit_as_is() : "its input is missing";
}

Converted sequence_empty(OnnxCall& c) {
  const std::optional<DType> dtype = onnx_dtype(static_cast<int>(c.int_attr("dtype", onnx::TensorProto::FLOAT)));
  if (!dtype) return "its element type is not known here";
  return c.emit_as_is(1, {{"dtype", Attr{to_string(*dtype)}}});
}

// Without an input it is absent; its type is an attribute then.
Converted optional(OnnxCall& c) {
  if (c.has(0)) return c.emit_as_is(1, {{"type", Attr{}}});
  const onnx::AttributeProto* type = c.attribute("type");
  Attrs attrs{{"type", Attr{}}, {"sequence", Attr{false}}};
  if (type && type->has_tp()) {
    const onnx::TypeProto& given = type->tp();
    const bool sequence = given.has_sequence_type();
    const auto& tensor = (sequence ? given.sequence_type().elem_type() : given).tensor_type();
    if (const std::optional<DType> dtype = onnx_dtype(tensor.elem_type())) attrs["dtype"] = Attr{to_string(*dtype)};
    attrs["sequence"] = Attr{sequence};
  }
  return c.emit_as_is(1, std::move(attrs));
}

}  // namespace

void add_sequence_converters(ConverterTable& table) {
  for (const char* name : {"SequenceAt", "SequenceConstruct", "SequenceErase", "SequenceInsert", "SequenceLength",
                           "SplitToSequence", "ConcatFromSequence", "OptionalGetElement"})
    table[name] = needs_input;
  table["OptionalHasElement"] = as_it_is;
  table["SequenceEmpty"] = sequence_empty;
  table["Optional"] = optional;
}

}  // namespace nw::import
