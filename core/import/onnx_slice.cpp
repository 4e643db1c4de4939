// SPDX-License-Identifier: GPL-3.0-or-later
// Slices, splits, padding.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "import/onnx_call.h"
#include "op/diagnostics.h"

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

Converted slice(OnnxCall& c) {
  if (!c.has(0)) return "its input is missing";
  const std::optional<Shape> starts = dims_of(c, "starts", 1);
  const std::optional<Shape> ends = dims_of(c, "ends", 2);
  const bool has_axes = c.opset < 10 ? c.has_attr("axes") : c.has(3);
  const auto axes = has_axes ? c.ints_of("axes", 3, 10) : std::vector<int64_t>{};
  const auto steps = c.opset >= 10 && c.has(4) ? c.constant_ints(4) : std::vector<int64_t>{};
  if (!starts || !ends || !axes || !steps) return "its range is not known";
  if (starts->size() != ends->size()) return "it has not as many ends as starts";
  std::vector<int64_t> strides = *steps;
  if (strides.empty()) strides.assign(starts->size(), 1);
  Attrs attrs{{"begin", graph::dims(*starts)}, {"end", graph::dims(*ends)}, {"strides", graph::ints(strides)}};
  if (has_axes) attrs["axes"] = graph::ints(*axes);
  c.set_output(0, c.emit("strided_slice", {c.in(0)}, std::move(attrs)));
  return {};
}

// From opset 18 on: num_outputs pieces of equal size, the last smaller.
Converted even_split(OnnxCall& c, int64_t axis, int64_t count, std::vector<int64_t>& sizes) {
  const std::optional<int64_t> whole = c.in_type(0).shape[static_cast<size_t>(axis)].constant();
  if (!whole || count < 1) return "the size of what it splits is not known";
  if (count != static_cast<int64_t>(c.outputs().size())) return "it has not as many parts as outputs";
  const int64_t piece = (*whole + count - 1) / count;
  for (int64_t i = 0; i < count; ++i) sizes.push_back(std::max(int64_t{0}, std::min(piece, *whole - i * piece)));
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

Converted split(OnnxCall& c) {
  if (!c.rank(0)) return kInputUntyped;
  const auto rank = static_cast<int64_t>(*c.rank(0));
  int64_t axis = c.int_attr("axis", 0);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) return "its axis lies outside its input";
  std::optional<std::vector<int64_t>> sizes = c.ints_of("split", 1, 13);
  if (!sizes) return "the sizes of its parts are not constant";
  const auto count = static_cast<int64_t>(c.outputs().size());
  if (sizes->empty()) {
    if (Converted why = even_split(c, axis, c.int_attr("num_outputs", count), *sizes); !why.empty()) return why;
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

// Befores, then afters, of all axes or of those that are named.
Converted pad(OnnxCall& c) {
  if (!c.rank(0)) return kInputUntyped;
  const size_t rank = *c.rank(0);
  std::optional<Shape> pads;
  if (c.opset < 11) {
    const std::vector<int64_t> values = c.ints_attr("pads");
    pads = Shape(values.begin(), values.end());
  } else if (const ShapeValue* value = c.shape_value(1)) {
    pads = value->elements;
  }
  if (!pads) return "its padding is not known";
  std::vector<int64_t> axes;
  if (c.opset >= 18 && c.has(3)) {
    const auto named = c.constant_ints(3);
    if (!named) return "its axes are not constant";
    for (const int64_t axis : *named) axes.push_back(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);
  } else {
    for (size_t i = 0; i < rank; ++i) axes.push_back(static_cast<int64_t>(i));
  }
  if (pads->size() != 2 * axes.size()) return "its padding does not have two numbers an axis";
  std::vector<Shape> width(rank, Shape{Dim(int64_t{0}), Dim(int64_t{0})});
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] < 0 || axes[i] >= static_cast<int64_t>(rank)) return "its axes lie outside its input";
    width[static_cast<size_t>(axes[i])] = {(*pads)[i], (*pads)[i + axes.size()]};
  }
  graph::AttrList pairs;
  for (const Shape& pair : width) pairs.push_back(graph::dims(pair));
  const std::string mode = c.string_attr("mode", "constant");
  if (mode == "wrap") return "Relay has no padding that wraps";
  const DType dtype = c.in_type(0).dtype;
  NodeId value;
  if (c.opset >= 11 && c.has(2) && mode == "constant") {
    const std::optional<double> constant = c.constant_scalar(2);
    value = constant ? c.scalar(*constant, dtype) : c.in(2);
  } else {
    value = c.scalar(c.opset < 11 ? c.float_attr("value", 0) : 0, dtype);
  }
  c.set_output(0,
               c.emit("nn.pad", {c.in(0), value}, {{"pad_width", Attr{std::move(pairs)}}, {"pad_mode", Attr{mode}}}));
  return {};
}

}  // namespace

void add_slice_converters(ConverterTable& table) {
  table["Slice"] = slice;
  table["Split"] = split;
  table["Pad"] = pad;
}

}  // namespace nw::import
