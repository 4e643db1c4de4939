// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that only give the elements another shape or order.
#include <algorithm>

#include "import/onnx_call.h"
#include "op/rules.h"

namespace nw::import {

namespace {

// Sizes that only a run tells: one of them is inferred, for more the tensor is read.
bool needs_tensor(const OnnxCall& c, const Shape& shape) {
  if (c.is_given(shape, 0)) return false;
  const Shape& data = c.in_type(0).shape;
  int inferred = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].constant() == 0) return true;
    inferred += shape[i].is_dynamic() && !(i < data.size() && graph::same(data[i], shape[i]));
  }
  return inferred > 1;
}

// ONNX's shape: 0 copies (unless allowzero), -1 takes what remains. Where all is known the result is written out.
Converted reshape(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const ShapeValue* wanted = c.shape_value(1);
  if (!wanted) {
    if (!c.has(1)) return "its shape is missing";
    Attrs attrs;
    if (c.int_attr("allowzero", 0) != 0) attrs["allowzero"] = Attr{true};
    c.set_output(0, c.emit("dyn.reshape", {c.in(0), c.in(1)}, std::move(attrs)));
    return {};
  }
  const bool allow_zero = c.int_attr("allowzero", 0) != 0;
  Shape codes = wanted->elements;
  const bool symbols = std::any_of(codes.begin(), codes.end(), [](const Dim& d) { return d.is_dynamic(); });
  if (symbols && c.rank(0)) {
    const Shape& data = c.in_type(0).shape;
    for (size_t i = 0; i < codes.size(); ++i) {
      if (codes[i].constant() == 0 && !allow_zero && i < data.size()) codes[i] = data[i];
    }
    const auto rest = std::find_if(codes.begin(), codes.end(), [](const Dim& d) { return d.constant() == -1; });
    if (rest != codes.end()) {
      *rest = Dim(1);
      const Dim whole = graph::product(data);
      const Dim known = graph::product(codes);
      const std::optional<Dim> exact = graph::exact_quotient(whole, known);
      *rest = exact ? *exact : graph::floor_div(whole, known);
    }
    // An element count that is the same names each other's factors: the shape stays as it is.
    c.set_output(0, needs_tensor(c, codes)
                        ? c.emit("dyn.reshape", {c.in(0), c.in(1)},
                                 {{"result_shape", graph::dims(codes)}, {"allowzero", Attr{allow_zero}}})
                        : c.reshape(c.in(0), codes));
    return {};
  }
  Attrs attrs{{"newshape", graph::dims(codes)}};
  if (allow_zero) attrs["allowzero"] = Attr{true};
  c.set_output(0, c.emit("reshape", {c.in(0)}, std::move(attrs)));
  return {};
}

Converted flatten(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const int64_t axis = c.int_attr("axis", 1);
  if (axis == 1) {
    c.set_output(0, c.emit("nn.batch_flatten", {c.in(0)}));
    return {};
  }
  if (!c.rank(0)) return kInputUntyped;
  const Shape shape = c.in_type(0).shape;
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t at = axis < 0 ? axis + rank : axis;
  if (at < 0 || at > rank) return "its axis lies outside its input";
  c.set_output(0, c.reshape(c.in(0), {graph::product(Shape(shape.begin(), shape.begin() + at)),
                                      graph::product(Shape(shape.begin() + at, shape.end()))}));
  return {};
}

Converted squeeze(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const auto axes = c.ints_of("axes", 1, 13);
  if (!axes) {
    c.set_output(0, c.emit("dyn.squeeze", {c.in(0), c.in(1)}));
    return {};
  }
  Attrs attrs;
  if (!axes->empty()) attrs["axis"] = graph::ints(*axes);
  c.set_output(0, c.emit("squeeze", {c.in(0)}, std::move(attrs)));
  return {};
}

// Axes are those of the result; in rising order each expand_dims puts one where it belongs.
Converted unsqueeze(OnnxCall& c) {
  const auto axes = c.ints_of("axes", 1, 13);
  if (!c.has(0)) return "its input is missing";
  if (!axes) {
    c.set_output(0, c.emit("dyn.expand_dims", {c.in(0), c.in(1)}, {{"num_newaxis", Attr{int64_t{1}}}}));
    return {};
  }
  if (!c.rank(0)) return kInputUntyped;
  const auto rank = static_cast<int64_t>(*c.rank(0) + axes->size());
  std::vector<int64_t> at;
  for (const int64_t axis : *axes) at.push_back(axis < 0 ? axis + rank : axis);
  std::sort(at.begin(), at.end());
  NodeId result = c.in(0);
  for (const int64_t axis : at) {
    result = c.emit("expand_dims", {result}, {{"axis", Attr{axis}}, {"num_newaxis", Attr{int64_t{1}}}});
  }
  c.set_output(0, at.empty() ? c.emit("copy", {result}) : result);
  return {};
}

Converted transpose(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  Attrs attrs;
  if (c.has_attr("perm")) attrs["axes"] = graph::ints(c.ints_attr("perm"));
  c.set_output(0, c.emit("transpose", {c.in(0)}, std::move(attrs)));
  return {};
}

// Both shapes are broadcast: a 1 in the wanted shape keeps the data's dimension.
Converted expand(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  const ShapeValue* wanted = c.shape_value(1);
  std::optional<Shape> shape;
  if (wanted && c.rank(0)) {
    shape = op::broadcast(c.in_type(0).shape, wanted->elements);
    if (!shape) return "its shapes cannot be broadcast to one";
  }
  if (shape && c.is_given(*shape, 0)) {
    c.set_output(0, c.emit("broadcast_to", {c.in(0)}, {{"shape", graph::dims(*shape)}}));
    return {};
  }
  Attrs attrs;
  if (shape) attrs["result_shape"] = graph::dims(*shape);
  c.set_output(0, c.emit("dyn.broadcast_to", {c.in(0), c.in(1)}, std::move(attrs)));
  return {};
}

Converted tile(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  if (const ShapeValue* reps = c.given_value(1, 0)) {
    c.set_output(0, c.emit("tile", {c.in(0)}, {{"reps", graph::dims(reps->elements)}}));
    return {};
  }
  Attrs attrs;
  const ShapeValue* reps = c.shape_value(1);
  if (reps && c.rank(0) == reps->elements.size()) {
    Shape shape = c.in_type(0).shape;
    for (size_t i = 0; i < shape.size(); ++i) shape[i] = shape[i] * reps->elements[i];
    attrs["result_shape"] = graph::dims(shape);
  }
  c.set_output(0, c.emit("dyn.tile", {c.in(0), c.in(1)}, std::move(attrs)));
  return {};
}

Converted concat(OnnxCall& c) {
  std::vector<NodeId> parts;
  for (size_t i = 0; i < c.input_count(); ++i) {
    if (!c.has(i)) return "an input is missing";
    parts.push_back(c.in(i));
  }
  c.set_output(0, c.emit("concatenate", {c.emit_tuple(std::move(parts))}, {{"axis", Attr{c.int_attr("axis", 1)}}}));
  return {};
}

Converted shape(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const NodeId all = c.emit("shape_of", {c.in(0)}, {{"dtype", Attr{std::string("int64")}}});
  if (!c.has_attr("start") && !c.has_attr("end")) {
    c.set_output(0, all);
    return {};
  }
  if (!c.rank(0)) return kInputUntyped;
  const auto rank = static_cast<int64_t>(*c.rank(0));
  c.set_output(0, c.emit("strided_slice", {all},
                         {{"begin", graph::ints({c.int_attr("start", 0)})},
                          {"end", graph::ints({c.has_attr("end") ? c.int_attr("end", rank) : rank})},
                          {"strides", graph::ints({1})}}));
  return {};
}

Converted size(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  c.set_output(0, c.emit("ndarray_size", {c.in(0)}, {{"dtype", Attr{std::string("int64")}}}));
  return {};
}

// The channels of one place side by side, as DepthToSpace reads them in its mode CRD; Relay has the other order only.
Converted space_to_depth_by_channels(OnnxCall& c) {
  const int64_t block = c.int_attr("blocksize", 1);
  if (c.rank(0) != 4 || block < 1) return "its input has not four dimensions, or its blocks have no size";
  const Shape& data = c.in_type(0).shape;
  const Dim b(block), high = graph::floor_div(data[2], b), wide = graph::floor_div(data[3], b);
  const Shape result{data[0], data[1] * b * b, high, wide};
  const NodeId blocks = c.reshape(c.in(0), {data[0], data[1], high, b, wide, b});
  const NodeId turned = c.emit("transpose", {blocks}, {{"axes", graph::ints({0, 1, 3, 5, 2, 4})}});
  c.set_output(0, c.reshape(turned, result));
  return {};
}

Converted depth_and_space(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const bool to_space = c.proto.op_type() == "DepthToSpace";
  if (!to_space && c.string_attr("mode", "DCR") == "CRD") return space_to_depth_by_channels(c);
  Attrs attrs{{"block_size", Attr{c.int_attr("blocksize", 1)}}, {"layout", Attr{std::string("NCHW")}}};
  if (to_space) attrs["mode"] = Attr{c.string_attr("mode", "DCR")};
  c.set_output(0, c.emit(to_space ? "nn.depth_to_space" : "nn.space_to_depth", {c.in(0)}, std::move(attrs)));
  return {};
}

}  // namespace

void add_shape_converters(ConverterTable& table) {
  table["Reshape"] = reshape;
  table["Flatten"] = flatten;
  table["Squeeze"] = squeeze;
  table["Unsqueeze"] = unsqueeze;
  table["Transpose"] = transpose;
  table["Expand"] = expand;
  table["Tile"] = tile;
  table["Concat"] = concat;
  table["Shape"] = shape;
  table["Size"] = size;
  table["DepthToSpace"] = depth_and_space;
  table["SpaceToDepth"] = depth_and_space;
}

}  // namespace nw::import
