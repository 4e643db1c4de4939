// SPDX-License-Identifier: GPL-3.0-or-later
// Slices: strided_slice, slice_like, strided_set, reverse, and masks over sequences.
#include "op/slice.h"

#include <fmt/format.h>

#include <limits>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

constexpr int64_t kFar = int64_t{1} << 31;  // what importers write for "to the end"

// A begin or end: negative values count from the end; both clip to what the axis has. Symbols are taken to lie inside.
Dim clipped(const Dim& value, const Dim& size, bool forward) {
  const std::optional<int64_t> v = value.constant();
  if (!v) return value;
  const std::optional<int64_t> n = size.constant();
  const int64_t low = forward ? 0 : -1;
  if (n) {
    int64_t x = *v < 0 ? (*v < -*n ? std::numeric_limits<int64_t>::min() : *v + *n) : *v;
    const int64_t high = forward ? *n : *n - 1;
    x = std::max(low, std::min(x, high));
    return x;
  }
  if (*v >= kFar - 1) return forward ? size : size - Dim(1);
  if (*v <= -kFar) return low;
  if (*v < 0) return graph::max(size + value, Dim(int64_t{forward ? 0 : -1}));
  return graph::min(value, forward ? size : size - Dim(1));
}

// Begin and end are constant, and where each is clipped depends on a size that is not: those that count from the same
// end stay in their order, one from either end may pass the other.
bool may_cross(const Dim& size, const Dim& begin, const Dim& end) {
  const std::optional<int64_t> b = begin.constant(), e = end.constant();
  if (size.constant() || !b || !e) return false;
  const auto far = [](int64_t v) { return v >= kFar - 1 || v <= -kFar; };
  return (*b < 0) != (*e < 0) && !far(*b) && !far(*e);
}
bool is_empty(const Dim& size, const Dim& begin, const Dim& end, bool forward) {
  const std::optional<int64_t> b = begin.constant(), e = end.constant();
  if (size.constant() || !b || !e || (*b < 0) != (*e < 0)) return false;
  return forward ? *e <= *b : *e >= *b;
}

}  // namespace

Dim sliced_size(const Dim& size, const Dim& begin, const Dim& end, int64_t stride) {
  const bool forward = stride > 0;
  const Dim from = clipped(begin, size, forward);
  const Dim to = clipped(end, size, forward);
  const Dim span = forward ? to - from : from - to;
  const int64_t step = forward ? stride : -stride;
  const std::optional<int64_t> known = span.constant();
  if ((known && *known <= 0) || is_empty(size, begin, end, forward)) return Dim(int64_t{0});
  return graph::ceil_div(may_cross(size, begin, end) ? graph::max(span, Dim(int64_t{0})) : span, Dim(step));
}

namespace {

// begin, end and strides, spread over all axes.
struct Slices {
  std::vector<std::optional<Dim>> begin, end;
  std::vector<int64_t> stride;
};

Result<Slices> slices_of(const TypeContext& c, const Shape& begin, const Shape& end, std::vector<int64_t> strides) {
  const size_t rank = c.args[0].shape.size();
  if (strides.empty()) strides.assign(1, 1);
  if (strides.size() == 1) strides.resize(std::max(begin.size(), end.size()), strides[0]);
  std::vector<size_t> axes;
  if (has_attr(c.node.attrs, "axes")) {
    for (const int64_t axis : graph::ints_attr(c.node.attrs, "axes", {})) {
      const std::optional<size_t> i = axis_of(axis, rank);
      if (!i) return wrong_attribute(c.node, "axes", fmt::format("must list axes of a tensor of rank {}", rank));
      axes.push_back(*i);
    }
  } else {
    for (size_t i = 0; i < std::max(begin.size(), end.size()); ++i) axes.push_back(i);
  }
  if (strides.size() > axes.size())
    return wrong_attribute(c.node, "strides", fmt::format("must have one entry an axis, of {} axes", axes.size()));
  if (axes.size() > rank || begin.size() > axes.size() || end.size() > axes.size()) {
    return wrong_attribute(c.node, "begin", fmt::format("must have one entry an axis, of {} axes", rank));
  }
  Slices slices{std::vector<std::optional<Dim>>(rank), std::vector<std::optional<Dim>>(rank),
                std::vector<int64_t>(rank, 1)};
  const bool by_size = graph::string_attr(c.node.attrs, "slice_mode", "end") == "size";
  for (size_t i = 0; i < axes.size(); ++i) {
    const size_t axis = axes[i];
    if (i < strides.size() && !by_size) slices.stride[axis] = strides[i];
    if (i < begin.size()) slices.begin[axis] = begin[i];
    if (i >= end.size()) continue;
    if (by_size && end[i].constant() != -1) {
      slices.end[axis] = end[i] + (i < begin.size() ? begin[i] : Dim(int64_t{0}));
    } else if (!by_size) {
      slices.end[axis] = end[i];
    }
  }
  return slices;
}

Result<Type> slice(const TypeContext& c, const Shape& begin, const Shape& end, const std::vector<int64_t>& strides) {
  Result<Slices> slices = slices_of(c, begin, end, strides);
  if (!slices) return slices.diagnostics;
  Shape shape = c.args[0].shape;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t stride = slices->stride[i];
    if (stride == 0 || stride == std::numeric_limits<int64_t>::min()) {
      return wrong_attribute(c.node, "strides", "must not hold 0");
    }
    if (!slices->begin[i] && !slices->end[i] && stride == 1) continue;
    const Dim from = slices->begin[i].value_or(stride > 0 ? Dim(int64_t{0}) : shape[i] - Dim(1));
    const Dim to = slices->end[i].value_or(stride > 0 ? shape[i] : Dim(std::numeric_limits<int64_t>::min()));
    shape[i] = sliced_size(shape[i], from, to, stride);
  }
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> strided_slice(const TypeContext& c) {
  const std::optional<Shape> begin = graph::dims_attr(c.node.attrs, "begin");
  const std::optional<Shape> end = graph::dims_attr(c.node.attrs, "end");
  if (!begin) return wrong_attribute(c.node, "begin", "must list where each axis starts");
  if (!end) return wrong_attribute(c.node, "end", "must list where each axis ends");
  return slice(c, *begin, *end, graph::ints_attr(c.node.attrs, "strides", {}));
}

Result<Type> dyn_strided_slice(const TypeContext& c) {
  const auto begin = constant_ints(c.constants[1]);
  const auto end = constant_ints(c.constants[2]);
  const auto strides = constant_ints(c.constants[3]);
  if (begin && end && strides) {
    return slice(c, Shape(begin->begin(), begin->end()), Shape(end->begin(), end->end()), *strides);
  }
  // Axes that are not named keep their sizes.
  Shape shape = c.args[0].shape;
  const bool named = has_attr(c.node.attrs, "axes");
  const std::optional<int64_t> count = c.args[1].shape.size() == 1 ? c.args[1].shape[0].constant() : std::nullopt;
  std::vector<bool> sliced(shape.size(), !named && !count);
  for (size_t i = 0; !named && count && i < shape.size(); ++i) sliced[i] = static_cast<int64_t>(i) < *count;
  for (const int64_t axis : graph::ints_attr(c.node.attrs, "axes", {})) {
    const std::optional<size_t> i = axis_of(axis, shape.size());
    if (!i) return wrong_attribute(c.node, "axes", fmt::format("must list axes of a tensor of rank {}", shape.size()));
    sliced[*i] = true;
  }
  for (size_t i = 0; i < shape.size(); ++i)
    if (sliced[i]) shape[i] = result_dim(c, i);
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> slice_like(const TypeContext& c) {
  Shape shape = c.args[0].shape;
  const Shape& like = c.args[1].shape;
  const std::vector<int64_t> axes = graph::ints_attr(c.node.attrs, "axes", {});
  if (axes.empty()) {
    if (like.size() < shape.size()) return wrong_argument(c.node, 1, "have as many dimensions as the first", c.args[1]);
    for (size_t i = 0; i < shape.size(); ++i) shape[i] = like[i];
  }
  for (const int64_t axis : axes) {
    const std::optional<size_t> i = axis_of(axis, shape.size());
    if (!i || *i >= like.size()) return wrong_attribute(c.node, "axes", "must list axes of both tensors");
    shape[*i] = like[*i];
  }
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

}  // namespace

void add_slice(Registry& registry) {
  set_type(registry, "strided_slice", 1, tensors(strided_slice));
  set_type(registry, "dyn.strided_slice", 4, tensors(dyn_strided_slice));
  set_type(registry, "slice_like", 2, tensors(slice_like));
  set_type(registry, "strided_set", 5, tensors(same_as_data));
  set_type(registry, "reverse", 1, tensors(same_as_data));
  set_type(registry, "reverse_sequence", 2, tensors(same_as_data));
  set_type(registry, "sequence_mask", 2, tensors(same_as_data));
  set_type(registry, "matrix_set_diag", 2, tensors(same_as_data));
}

}  // namespace nw::op
