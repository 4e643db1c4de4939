// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing elements at places given by tensors.
#include "import/onnx_call.h"
#include "op/rules.h"

namespace nw::import {

namespace {

Converted gather(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  c.set_output(0, c.emit("take", {c.in(0), c.in(1)},
                         {{"axis", Attr{c.int_attr("axis", 0)}}, {"mode", Attr{std::string("fast")}}}));
  return {};
}

Converted gather_elements(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  c.set_output(0, c.emit("gather", {c.in(0), c.in(1)}, {{"axis", Attr{c.int_attr("axis", 0)}}}));
  return {};
}

// Relay's index tuples are along the first axis, ONNX's along the last.
NodeId indices_first(OnnxCall& c, size_t input) {
  const auto rank = static_cast<int64_t>(*c.rank(input));
  std::vector<int64_t> axes{rank - 1};
  for (int64_t i = 0; i + 1 < rank; ++i) axes.push_back(i);
  return c.emit("transpose", {c.in(input)}, {{"axes", graph::ints(axes)}});
}

Converted gather_nd(OnnxCall& c) {
  if (!c.has(0) || !c.rank(1) || *c.rank(1) == 0) return kInputsUntyped;
  c.set_output(
      0, c.emit("gather_nd", {c.in(0), indices_first(c, 1)}, {{"batch_dims", Attr{c.int_attr("batch_dims", 0)}}}));
  return {};
}

Converted scatter_elements(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2)) return "an input is missing";
  const std::string reduction = c.string_attr("reduction", "none");
  if (reduction != "none" && reduction != "add") {
    c.set_output(0, c.emit("scatter_elements", {c.in(0), c.in(1), c.in(2)},
                           {{"axis", Attr{c.int_attr("axis", 0)}}, {"reduction", Attr{reduction}}}));
    return {};
  }
  c.set_output(0, c.emit(reduction == "add" ? "scatter_add" : "scatter", {c.in(0), c.in(1), c.in(2)},
                         {{"axis", Attr{c.int_attr("axis", 0)}}}));
  return {};
}

Converted scatter_nd(OnnxCall& c) {
  if (!c.has(0) || !c.has(2) || !c.rank(1) || *c.rank(1) == 0) return kInputsUntyped;
  const std::string reduction = c.string_attr("reduction", "none");
  const std::string mode = reduction == "none" ? "update" : reduction;
  c.set_output(0, c.emit("scatter_nd", {c.in(0), indices_first(c, 1), c.in(2)}, {{"mode", Attr{mode}}}));
  return {};
}

// One column a non-zero element.
Converted non_zero(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const NodeId rows = c.emit("argwhere", {c.in(0)});
  c.set_output(0, c.cast(c.emit("transpose", {rows}, {{"axes", graph::ints({1, 0})}}), DType::Int(64)));
  return {};
}

// The values are (off, on).
Converted one_hot(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2) || !c.in_type(0).is_tensor() || !c.in_type(2).is_tensor())
    return kInputsUntyped;
  const DType dtype = c.in_type(2).dtype;
  const std::optional<NDArray> values = c.constant(2);
  const auto number = [&](int64_t i) {
    if (values && values->size() == 2) return c.scalar(values->at(i), dtype);
    return c.emit("take", {c.in(2), c.scalar(static_cast<double>(i), DType::Int(64))},
                  {{"axis", Attr{int64_t{0}}}, {"mode", Attr{std::string("fast")}}});
  };
  const NodeId indices = c.in_type(0).dtype.is_integer() ? c.in(0) : c.cast(c.in(0), DType::Int(64));
  Attrs attrs{{"axis", Attr{c.int_attr("axis", -1)}}, {"dtype", Attr{to_string(dtype)}}};
  if (const std::optional<double> depth = c.constant_scalar(1)) {
    attrs["depth"] = Attr{static_cast<int64_t>(*depth)};
    c.set_output(0, c.emit("one_hot", {indices, number(1), number(0)}, std::move(attrs)));
    return {};
  }
  const ShapeValue* known = c.shape_value(1);
  const std::optional<size_t> axis = c.rank(0) ? op::axis_of(c.int_attr("axis", -1), *c.rank(0) + 1) : std::nullopt;
  if (known && known->elements.size() == 1 && axis) {
    std::vector<std::optional<Dim>> sizes(*c.rank(0) + 1);
    sizes[*axis] = known->elements[0];
    attrs["result_shape"] = OnnxCall::result_shape(sizes);
  }
  const NodeId depth = c.reshape(c.cast(c.in(1), DType::Int(64)), {});
  c.set_output(0, c.emit("dyn.one_hot", {indices, number(1), number(0), depth}, std::move(attrs)));
  return {};
}

Converted trilu(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const NodeId k = c.has(1) ? c.in(1) : c.scalar(0, DType::Int(64));
  c.set_output(0, c.emit("trilu", {c.in(0), k}, {{"upper", Attr{c.int_attr("upper", 1) != 0}}}));
  return {};
}

Converted reverse_sequence(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  c.set_output(
      0, c.emit("reverse_sequence", {c.in(0), c.in(1)},
                {{"seq_axis", Attr{c.int_attr("time_axis", 0)}}, {"batch_axis", Attr{c.int_attr("batch_axis", 1)}}}));
  return {};
}

}  // namespace

void add_gather_converters(ConverterTable& table) {
  table["Gather"] = gather;
  table["GatherElements"] = gather_elements;
  table["GatherND"] = gather_nd;
  table["Scatter"] = scatter_elements;
  table["ScatterElements"] = scatter_elements;
  table["ScatterND"] = scatter_nd;
  table["NonZero"] = non_zero;
  table["OneHot"] = one_hot;
  table["Trilu"] = trilu;
  table["ReverseSequence"] = reverse_sequence;
}

}  // namespace nw::import
