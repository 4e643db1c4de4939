// SPDX-License-Identifier: GPL-3.0-or-later
// Constants, and tensors made from shapes.
#include "import/onnx_call.h"
#include "import/onnx_importer.h"

namespace nw::import {

namespace {

NDArray from_ints(const std::vector<int64_t>& values, bool scalar) {
  NDArray data(DType::Int(64),
               scalar ? std::vector<int64_t>{} : std::vector<int64_t>{static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i) data.set_int(static_cast<int64_t>(i), values[i]);
  return data;
}

template <class Floats>
NDArray from_floats(const Floats& values, bool scalar) {
  NDArray data(DType::Float(32),
               scalar ? std::vector<int64_t>{} : std::vector<int64_t>{static_cast<int64_t>(values.size())});
  int64_t i = 0;
  for (const float v : values) data.set(i++, static_cast<double>(v));
  return data;
}

Converted constant(OnnxCall& c) {
  std::optional<NDArray> data;
  if (const onnx::AttributeProto* value = c.attribute("value"); value && value->has_t()) {
    Result<NDArray> tensor = c.tensors().read(value->t());
    if (!tensor.value) return "its value cannot be read: " + tensor.diagnostics.front().message;
    data = std::move(*tensor.value);
  } else if (c.has_attr("value_int")) {
    data = from_ints({c.int_attr("value_int", 0)}, true);
  } else if (c.has_attr("value_ints")) {
    data = from_ints(c.ints_attr("value_ints"), false);
  } else if (const onnx::AttributeProto* one = c.attribute("value_float")) {
    data = from_floats(std::vector<float>{one->f()}, true);
  } else if (const onnx::AttributeProto* many = c.attribute("value_floats")) {
    data = from_floats(many->floats(), false);
  } else if (const onnx::AttributeProto* text = c.attribute("value_string")) {
    data = NDArray::of_texts({}, {text->s()});
  } else if (const onnx::AttributeProto* texts = c.attribute("value_strings")) {
    data = NDArray::of_texts({texts->strings_size()}, {texts->strings().begin(), texts->strings().end()});
  }
  if (!data) return "its value is of a kind that is not known here";
  c.set_output(0, c.constant_node(std::move(*data), ""));
  return {};
}

Converted constant_of_shape(OnnxCall& c) {
  NDArray fill(DType::Float(32), {});
  if (const onnx::AttributeProto* value = c.attribute("value"); value && value->has_t()) {
    Result<NDArray> tensor = c.tensors().read(value->t());
    if (!tensor.value || tensor.value->size() != 1) return "its value is not one number";
    fill = tensor.value->reshaped({});
  }
  const DType dtype = fill.dtype();
  const NodeId number = c.constant_node(std::move(fill), "fill");
  const ShapeValue* shape = c.shape_value(0);
  if (!shape || !c.is_given(shape->elements)) {
    if (!c.has(0)) return "its shape is missing";
    Attrs attrs{{"dtype", Attr{to_string(dtype)}}};
    if (shape) attrs["result_shape"] = graph::dims(shape->elements);
    c.set_output(0, c.emit("dyn.full", {number, c.in(0)}, std::move(attrs)));
    return {};
  }
  c.set_output(0,
               c.emit("full", {number}, {{"shape", graph::dims(shape->elements)}, {"dtype", Attr{to_string(dtype)}}}));
  return {};
}

Converted range(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2)) return "an input is missing";
  if (!c.in_type(0).is_tensor()) return "the types of its inputs are not known";
  Attrs attrs{{"dtype", Attr{to_string(c.in_type(0).dtype)}}};
  const auto number = [&](size_t i) {
    const ShapeValue* value = c.shape_value(i);
    return value && value->elements.size() == 1 ? std::optional<Dim>(value->elements[0]) : std::nullopt;
  };
  const std::optional<Dim> start = number(0), limit = number(1), step = number(2);
  if (start && limit && step && step->constant().value_or(0) > 0)
    attrs["result_shape"] =
        OnnxCall::result_shape({graph::max(graph::ceil_div(*limit - *start, *step), Dim(int64_t{0}))});
  c.set_output(0, c.emit("arange", {c.in(0), c.in(1), c.in(2)}, std::move(attrs)));
  return {};
}

}  // namespace

void add_create_converters(ConverterTable& table) {
  table["Constant"] = constant;
  table["ConstantOfShape"] = constant_of_shape;
  table["Range"] = range;
}

}  // namespace nw::import
