// SPDX-License-Identifier: GPL-3.0-or-later
// Slices, splits, padding.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "import/onnx_call.h"
#include "op/diagnostics.h"
#include "op/rules.h"
#include "op/slice.h"

namespace nw::import {

namespace {

std::optional<Shape> dims_of(const OnnxCall& c, const char* key, size_t input) {
  if (c.opset < 10) {
    const std::vector<int64_t> values = c.ints_attr(key);
    return Shape(values.begin(), values.end());
  }
  const ShapeValue* value = c.shape_value(input);
  return value ? std::optional<Shape>(value->elements) : std::nullopt;
}

// What each axis that is named keeps, where that is known.
Attr sliced_sizes(const OnnxCall& c, const Shape* starts, const Shape* ends, const std::vector<int64_t>& axes,
                  const std::vector<int64_t>& steps) {
  std::vector<std::optional<Dim>> sizes;
  for (const Dim& dim : c.in_type(0).shape) sizes.emplace_back(dim);
  for (size_t i = 0; i < axes.size(); ++i) {
    const std::optional<size_t> axis = op::axis_of(axes[i], sizes.size());
    if (!axis) continue;
    const bool known = starts && ends && i < starts->size() && i < ends->size() && i < steps.size() && steps[i] > 0;
    const Dim& whole = c.in_type(0).shape[*axis];
    sizes[*axis] =
        known ? std::optional<Dim>(op::sliced_size(whole, (*starts)[i], (*ends)[i], steps[i])) : std::nullopt;
  }
  return OnnxCall::result_shape(sizes);
}

// A range that only a run tells.
Converted computed_slice(OnnxCall& c, const Shape* starts, const Shape* ends) {
  if (!c.has(1) || !c.has(2)) return "its range is missing";
  if (!c.rank(0) || !c.rank(1) || *c.rank(1) != 1) return kInputsUntyped;
  std::optional<std::vector<int64_t>> axes = c.has(3) ? c.constant_ints(3) : std::vector<int64_t>{};
  const std::optional<int64_t> count = c.in_type(1).shape[0].constant();
  if (!axes || !count || *count > static_cast<int64_t>(*c.rank(0))) return c.emit_as_is();
  for (int64_t i = 0; !c.has(3) && i < *count; ++i) axes->push_back(i);
  const std::vector<int64_t> ones(static_cast<size_t>(*count), 1);
  const auto steps = c.has(4) ? c.constant_ints(4) : ones;
  const NodeId strides = c.has(4) ? c.in(4) : c.vector_of(ones);
  // With steps that are not known either, no size is.
  c.set_output(
      0, c.emit("dyn.strided_slice", {c.in(0), c.in(1), c.in(2), strides},
                {{"axes", graph::ints(*axes)},
                 {"result_shape", sliced_sizes(c, steps ? starts : nullptr, ends, *axes, steps.value_or(ones))}}));
  return {};
}

Converted slice(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const std::optional<Shape> starts = dims_of(c, "starts", 1);
  const std::optional<Shape> ends = dims_of(c, "ends", 2);
  const bool has_axes = c.opset < 10 ? c.has_attr("axes") : c.has(3);
  const auto axes = has_axes ? c.ints_of("axes", 3, 10) : std::vector<int64_t>{};
  const auto steps = c.opset >= 10 && c.has(4) ? c.constant_ints(4) : std::vector<int64_t>{};
  const bool given = starts && ends && axes && steps && c.is_given(*starts, 0) && c.is_given(*ends, 0);
  if (!given) return computed_slice(c, starts ? &*starts : nullptr, ends ? &*ends : nullptr);
  if (starts->size() != ends->size()) return "it has not as many ends as starts";
  std::vector<int64_t> strides = *steps;
  if (strides.empty()) strides.assign(starts->size(), 1);
  Attrs attrs{{"begin", graph::dims(*starts)}, {"end", graph::dims(*ends)}, {"strides", graph::ints(strides)}};
  if (has_axes) attrs["axes"] = graph::ints(*axes);
  c.set_output(0, c.emit("strided_slice", {c.in(0)}, std::move(attrs)));
  return {};
}

// From opset 18 on: num_outputs pieces of equal size, the last smaller.
Converted even_split(OnnxCall& c, int64_t whole, std::vector<int64_t>& sizes) {
  const auto count = static_cast<int64_t>(c.outputs().size());
  if (c.int_attr("num_outputs", count) != count) return "it has not as many parts as outputs";
  const int64_t piece = (whole + count - 1) / count;
  for (int64_t i = 0; i < count; ++i) sizes.push_back(std::max(int64_t{0}, std::min(piece, whole - i * piece)));
  return {};
}

// The same of an axis whose size is known at run time only.
Converted even_split_of_any_size(OnnxCall& c, int64_t axis) {
  const auto count = static_cast<int64_t>(c.outputs().size());
  if (c.int_attr("num_outputs", count) != count) return "it has not as many parts as outputs";
  const Dim& whole = c.in_type(0).shape[static_cast<size_t>(axis)];
  const Dim piece = graph::ceil_div(whole, Dim(count));
  Shape ends, sizes;
  Dim begin(int64_t{0});
  for (int64_t i = 0; i < count; ++i) {
    ends.push_back(graph::min(piece * Dim(i + 1), whole));
    sizes.push_back(i == 0 ? piece : graph::max(graph::min(piece, whole - begin), Dim(int64_t{0})));
    begin = begin + piece;
  }
  if (!c.is_given(ends, 0))
    return c.emit_as_is(static_cast<size_t>(count),
                        {{"axis", Attr{axis}}, {"num_outputs", Attr{count}}, {"sizes", graph::dims(sizes)}});
  ends.pop_back();
  const NodeId parts = c.emit("split", {c.in(0)}, {{"indices_or_sections", graph::dims(ends)}, {"axis", Attr{axis}}});
  for (int64_t i = 0; i < count; ++i) c.set_output(static_cast<size_t>(i), c.emit_field(parts, i));
  return {};
}

// The parts are the whole.
Diagnostics sizes_disagree(const OnnxCall& c, const std::vector<int64_t>& sizes, int64_t axis, const Dim& whole) {
  int64_t sum = 0;
  bool negative = false;
  for (const int64_t size : sizes) {
    negative = negative || size < 0;
    if (__builtin_add_overflow(sum, size, &sum)) sum = std::numeric_limits<int64_t>::max();
  }
  if (!negative && (whole.is_dynamic() || whole.constant() == sum)) return {};
  graph::Node node;
  node.op = "Split";
  node.name = c.name;
  const std::string total = negative ? "hold a negative number" : fmt::format("add up to {}", sum);
  return {op::shapes_disagree(
      node, fmt::format("its sizes {}; axis {} has {} elements", total, axis, graph::to_string(whole)))};
}

// Sizes that only a run tells, or that are sizes of what the graph is given.
Converted computed_split(OnnxCall& c, int64_t axis) {
  const size_t count = c.outputs().size();
  const ShapeValue* sizes = c.shape_value(1);
  if (sizes && sizes->elements.size() != count) return "it has not as many sizes as outputs";
  Attrs attrs{{"axis", Attr{axis}}, {"num_outputs", Attr{static_cast<int64_t>(count)}}};
  if (!sizes || !c.is_given(sizes->elements, 0)) {
    if (sizes) attrs["sizes"] = graph::dims(sizes->elements);
    if (count > 1) return c.emit_as_is(count, std::move(attrs));
    if (Converted why = c.emit_as_is(1, std::move(attrs)); !why.empty()) return why;
    c.set_output(0, c.emit_field(c.outputs()[0], 0));
    return {};
  }
  Shape ends;
  Dim end(int64_t{0});
  for (size_t i = 0; i + 1 < count; ++i) ends.push_back(end = end + sizes->elements[i]);
  const NodeId parts = c.emit("split", {c.in(0)}, {{"indices_or_sections", graph::dims(ends)}, {"axis", Attr{axis}}});
  for (size_t i = 0; i < count; ++i) c.set_output(i, c.emit_field(parts, static_cast<int64_t>(i)));
  return {};
}

Converted split(OnnxCall& c) {
  if (!c.rank(0)) return kInputUntyped;
  const auto rank = static_cast<int64_t>(*c.rank(0));
  int64_t axis = c.int_attr("axis", 0);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) return "its axis lies outside its input";
  std::optional<std::vector<int64_t>> sizes = c.ints_of("split", 1, 13);
  if (!sizes) return computed_split(c, axis);
  const auto count = static_cast<int64_t>(c.outputs().size());
  if (sizes->empty() && count == 1) {
    c.set_output(0, c.emit("copy", {c.in(0)}));
    return {};
  }
  if (sizes->empty()) {
    const std::optional<int64_t> whole = c.in_type(0).shape[static_cast<size_t>(axis)].constant();
    if (!whole) return even_split_of_any_size(c, axis);
    if (Converted why = even_split(c, *whole, *sizes); !why.empty()) return why;
  }
  if (sizes->size() != c.outputs().size()) return "it has not as many sizes as outputs";
  std::vector<int64_t> indices;
  int64_t at = 0;
  for (size_t i = 0; i + 1 < sizes->size(); ++i) {
    const int64_t size = (*sizes)[i];
    indices.push_back(at += size);
  }
  const Dim& whole = c.in_type(0).shape[static_cast<size_t>(axis)];
  if (const Diagnostics wrong = sizes_disagree(c, *sizes, axis, whole); !wrong.empty()) {
    append(c.diagnostics, wrong);
    return {};
  }
  const bool even = std::all_of(sizes->begin(), sizes->end(), [&](int64_t s) { return s == sizes->front(); });
  const NodeId parts = c.emit(
      "split", {c.in(0)}, {{"indices_or_sections", even ? Attr{count} : graph::ints(indices)}, {"axis", Attr{axis}}});
  for (int64_t i = 0; i < count; ++i) c.set_output(static_cast<size_t>(i), c.emit_field(parts, i));
  return {};
}

NodeId pad_value(OnnxCall& c) {
  const DType dtype = c.in_type(0).dtype;
  if (c.opset < 11 || !c.has(2)) return c.scalar(c.opset < 11 ? c.float_attr("value", 0) : 0, dtype);
  const std::optional<double> constant = c.constant_scalar(2);
  return constant ? c.scalar(*constant, dtype) : c.in(2);
}

// Two numbers for each axis of the tensor, befores and then afters, from those of the named axes.
NodeId pads_of_all(OnnxCall& c, NodeId axes, NodeId pads) {
  const auto rank = static_cast<int64_t>(*c.rank(0));
  const NodeId count = c.scalar(static_cast<double>(rank), DType::Int(64));
  const NodeId first = c.emit("floor_mod", {c.cast(axes, DType::Int(64)), count});
  const NodeId places =
      c.emit("concatenate", {c.emit_tuple({first, c.emit("add", {first, count})})}, {{"axis", Attr{int64_t{0}}}});
  const NodeId none = c.vector_of(std::vector<int64_t>(static_cast<size_t>(2 * rank), 0));
  return c.emit("scatter", {none, places, c.cast(pads, DType::Int(64))}, {{"axis", Attr{int64_t{0}}}});
}

// By widths that a run has to read. Relay's are a matrix with a row an axis.
NodeId computed_pad(OnnxCall& c, NodeId data, NodeId pads, NodeId value, const std::string& mode,
                    std::optional<Attr> result) {
  const NodeId rows = c.reshape(pads, {Dim(2), Dim(static_cast<int64_t>(*c.rank(0)))});
  const NodeId widths = c.emit("transpose", {rows}, {{"axes", graph::ints({1, 0})}});
  Attrs attrs{{"pad_mode", Attr{mode}}};
  if (result) attrs["result_shape"] = std::move(*result);
  return c.emit("dyn.nn.pad", {data, widths, value}, std::move(attrs));
}

// Befores, then afters, of all axes or of those that are named; of all axes where both are known.
Converted known_pads(const OnnxCall& c, std::optional<Shape>& pads) {
  const size_t rank = *c.rank(0);
  if (c.opset < 11) {
    const std::vector<int64_t> values = c.ints_attr("pads");
    pads = Shape(values.begin(), values.end());
  } else if (const ShapeValue* value = c.shape_value(1)) {
    pads = value->elements;
  }
  if (c.opset < 18 || !c.has(3)) {
    if (pads && pads->size() != 2 * rank) return "its padding does not have two numbers an axis";
    return {};
  }
  const auto named = c.constant_ints(3);
  if (!named || !pads) {
    pads.reset();
    return {};
  }
  if (pads->size() != 2 * named->size()) return "its padding does not have two numbers an axis";
  Shape all(2 * rank, Dim(0));
  for (size_t i = 0; i < named->size(); ++i) {
    const std::optional<size_t> axis = op::axis_of((*named)[i], rank);
    if (!axis) return "its axes lie outside its input";
    all[*axis] = (*pads)[i];
    all[*axis + rank] = (*pads)[i + named->size()];
  }
  pads = std::move(all);
  return {};
}

std::optional<std::vector<int64_t>> constants_of(const Shape& dims) {
  std::vector<int64_t> values;
  for (const Dim& dim : dims)
    if (const std::optional<int64_t> value = dim.constant()) values.push_back(*value);
  return values.size() == dims.size() ? std::optional(values) : std::nullopt;
}

Converted pad(OnnxCall& c) {
  if (!c.rank(0)) return kInputUntyped;
  const size_t rank = *c.rank(0);
  std::optional<Shape> pads;
  if (Converted why = known_pads(c, pads); !why.empty()) return why;
  const std::string mode = c.string_attr("mode", "constant");
  const NodeId value = mode == "constant" ? pad_value(c) : c.scalar(0, c.in_type(0).dtype);
  if (!pads || !c.is_given(*pads, 0) || mode == "wrap") {  // Relay's nn.pad does not wrap
    Shape sizes = c.in_type(0).shape;
    for (size_t i = 0; pads && i < rank; ++i) sizes[i] = sizes[i] + (*pads)[i] + (*pads)[i + rank];
    const auto constants = pads ? constants_of(*pads) : std::nullopt;
    if (!constants && !c.has(1)) return "its input 2 is missing";
    const NodeId widths = constants                   ? c.vector_of(*constants)
                          : c.opset >= 18 && c.has(3) ? pads_of_all(c, c.in(3), c.in(1))
                                                      : c.in(1);
    c.set_output(
        0, computed_pad(c, c.in(0), widths, value, mode, pads ? std::optional(graph::dims(sizes)) : std::nullopt));
    return {};
  }
  graph::AttrList pairs;
  for (size_t i = 0; i < rank; ++i) pairs.push_back(graph::dims({(*pads)[i], (*pads)[i + rank]}));
  c.set_output(0,
               c.emit("nn.pad", {c.in(0), value}, {{"pad_width", Attr{std::move(pairs)}}, {"pad_mode", Attr{mode}}}));
  return {};
}

// The named axes get sizes that a run tells, as center_crop_pad does it.
void computed_crop_pad(OnnxCall& c, const std::vector<int64_t>& axes, std::vector<std::optional<Dim>> sizes) {
  const auto whole = [&](double value) { return c.scalar(value, DType::Int(64)); };
  const NodeId named = c.vector_of(axes), all = c.emit("shape_of", {c.in(0)}, {{"dtype", Attr{std::string("int64")}}});
  const NodeId now = c.emit("take", {all, named}, {{"axis", Attr{int64_t{0}}}, {"mode", Attr{std::string("fast")}}});
  const NodeId wanted = c.cast(c.in(1), DType::Int(64));
  const auto excess = [&](NodeId of, NodeId over) {
    return c.emit("maximum", {c.emit("subtract", {of, over}), whole(0)});
  };
  const auto half = [&](NodeId of) { return c.emit("floor_divide", {of, whole(2)}); };
  const NodeId start = half(excess(now, wanted)), kept = c.emit("minimum", {now, wanted});
  const std::vector<std::optional<Dim>> open(sizes.size());
  const NodeId cropped = c.emit("onnx.Slice", {c.in(0), start, c.emit("add", {start, kept}), named},
                                {{"result_shape", OnnxCall::result_shape(open)}});
  const NodeId missing = excess(wanted, now), before = half(missing);
  const NodeId pads = c.emit("concatenate", {c.emit_tuple({before, c.emit("subtract", {missing, before})})},
                             {{"axis", Attr{int64_t{0}}}});
  c.set_output(0, computed_pad(c, cropped, pads_of_all(c, named, pads), c.scalar(0, c.in_type(0).dtype), "constant",
                               OnnxCall::result_shape(sizes)));
}

// The named axes get these sizes: what is too much is cut off at both ends, what is missing is zeros at both.
Converted center_crop_pad(OnnxCall& c) {
  if (!c.rank(0)) return kInputUntyped;
  if (!c.has(1)) return "an input is missing";
  const size_t rank = *c.rank(0);
  std::vector<int64_t> axes;
  if (!c.has_attr("axes"))
    for (size_t i = 0; i < rank; ++i) axes.push_back(static_cast<int64_t>(i));
  for (const int64_t named : c.ints_attr("axes")) {
    const std::optional<size_t> axis = op::axis_of(named, rank);
    if (!axis) return "its axes lie outside its input";
    axes.push_back(static_cast<int64_t>(*axis));
  }
  const Shape data = c.in_type(0).shape;
  std::vector<std::optional<Dim>> sizes(data.begin(), data.end());
  const ShapeValue* asked = c.shape_value(1);
  if (asked && asked->elements.size() != axes.size()) return "it has not one size an axis";
  const auto wanted = asked ? constants_of(asked->elements) : std::nullopt;
  std::vector<int64_t> begin(rank, 0), end(rank, std::numeric_limits<int64_t>::max());
  graph::AttrList pairs(rank, graph::ints({0, 0}));
  bool known = wanted.has_value();
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<size_t>(axes[i]);
    sizes[axis] = asked ? std::optional(asked->elements[i]) : std::nullopt;
    const std::optional<int64_t> now = data[axis].constant();
    known = known && now;
    if (!known) continue;
    begin[axis] = std::max<int64_t>(*now - (*wanted)[i], 0) / 2;
    end[axis] = begin[axis] + std::min(*now, (*wanted)[i]);
    const int64_t missing = std::max<int64_t>((*wanted)[i] - *now, 0);
    pairs[axis] = graph::ints({missing / 2, missing - missing / 2});
  }
  if (!known) {
    computed_crop_pad(c, axes, std::move(sizes));
    return {};
  }
  const NodeId cropped = c.emit("strided_slice", {c.in(0)},
                                {{"begin", graph::ints(begin)},
                                 {"end", graph::ints(end)},
                                 {"strides", graph::ints(std::vector<int64_t>(rank, 1))}});
  c.set_output(0, c.emit("nn.pad", {cropped, c.scalar(0, c.in_type(0).dtype)},
                         {{"pad_width", Attr{std::move(pairs)}}, {"pad_mode", Attr{std::string("constant")}}}));
  return {};
}

}  // namespace

void add_slice_converters(ConverterTable& table) {
  table["Slice"] = slice;
  table["Split"] = split;
  table["Pad"] = pad;
  table["CenterCropPad"] = center_crop_pad;
}

}  // namespace nw::import
