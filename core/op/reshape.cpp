// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that only change the shape or the order of elements: reshape, squeeze, transpose, broadcast_to, …
#include "op/reshape.h"

#include <fmt/format.h>

#include <algorithm>

#include "op/data_layout.h"
#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

// Relay's codes: 0 copies a dimension, -1 is inferred, -2 copies all remaining ones, -3 merges two, -4 splits one into
// the next two entries (one of which may be -1).
std::optional<Shape> reshaped(const Shape& data, const Shape& codes, bool allow_zero) {
  Shape result;
  size_t source = 0;
  std::optional<size_t> inferred;
  for (size_t i = 0; i < codes.size(); ++i) {
    const std::optional<int64_t> code = codes[i].constant();
    if (!code || *code > 0 || (*code == 0 && allow_zero)) {
      result.push_back(codes[i]);
      ++source;
    } else if (*code == 0) {
      if (source >= data.size()) return std::nullopt;
      result.push_back(data[source++]);
    } else if (*code == -1) {
      if (inferred) return std::nullopt;
      inferred = result.size();
      result.emplace_back(1);
      ++source;
    } else if (*code == -2) {
      while (source < data.size()) result.push_back(data[source++]);
    } else if (*code == -3) {
      if (source + 1 >= data.size()) return std::nullopt;
      result.push_back(data[source] * data[source + 1]);
      source += 2;
    } else if (*code == -4) {
      if (source >= data.size() || i + 2 >= codes.size()) return std::nullopt;
      const Dim& whole = data[source++];
      const Dim& first = codes[i + 1];
      const Dim& second = codes[i + 2];
      i += 2;
      if (second.constant() == 0 || first.constant() == 0) return std::nullopt;
      result.push_back(first.constant() == -1 ? graph::floor_div(whole, second) : first);
      result.push_back(second.constant() == -1 ? graph::floor_div(whole, first) : second);
    } else {
      return std::nullopt;
    }
  }
  if (inferred) {
    const Dim rest = graph::product(result);
    if (rest.constant() == 0) return std::nullopt;
    const Dim whole = graph::product(data);
    const std::optional<Dim> exact = graph::exact_quotient(whole, rest);
    if (!exact && whole.constant() && rest.constant()) return std::nullopt;
    result[*inferred] = exact ? *exact : graph::floor_div(whole, rest);
  }
  const std::optional<int64_t> difference = (graph::product(result) - graph::product(data)).constant();
  if (difference && *difference != 0) return std::nullopt;
  return result;
}

namespace {

Result<Type> with_shape(const TypeContext& c, Shape shape) {
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> reshape_to(const TypeContext& c, const Shape& data, const Shape& codes) {
  std::optional<Shape> shape = reshaped(data, codes, graph::bool_attr(c.node.attrs, "allowzero", false));
  if (!shape) {
    return shapes_disagree(c.node, fmt::format("a tensor of shape {} cannot take the shape {}", graph::to_string(data),
                                               graph::to_string(codes)));
  }
  return with_shape(c, std::move(*shape));
}

Result<Type> reshape(const TypeContext& c) {
  const std::optional<Shape> codes = graph::dims_attr(c.node.attrs, "newshape");
  if (!codes) return wrong_attribute(c.node, "newshape", "must list dimensions");
  return reshape_to(c, c.args[0].shape, *codes);
}

// The same codes, read from the right.
Result<Type> reverse_reshape(const TypeContext& c) {
  std::optional<Shape> codes = graph::dims_attr(c.node.attrs, "newshape");
  if (!codes) return wrong_attribute(c.node, "newshape", "must list dimensions");
  std::reverse(codes->begin(), codes->end());
  Shape data = c.args[0].shape;
  std::reverse(data.begin(), data.end());
  Result<Type> type = reshape_to(c, data, *codes);
  if (type.value) std::reverse(type.value->shape.begin(), type.value->shape.end());
  return type;
}

Result<Type> dyn_reshape(const TypeContext& c) {
  const auto codes = constant_ints(c.constants[1]);
  if (codes) return reshape_to(c, c.args[0].shape, Shape(codes->begin(), codes->end()));
  std::optional<Shape> unknown = unknown_shape(c, c.args[1]);
  return unknown ? with_shape(c, std::move(*unknown)) : Type::unknown();
}

Result<Type> reshape_like(const TypeContext& c) {
  const auto slice = [&](const Shape& shape, const char* begin_key, const char* end_key, size_t& begin, size_t& end) {
    const auto rank = static_cast<int64_t>(shape.size());
    const auto clip = [&](int64_t i) {
      return static_cast<size_t>(std::clamp(i < 0 ? i + rank : i, int64_t{0}, rank));
    };
    begin = clip(graph::int_attr(c.node.attrs, begin_key, 0));
    end = has_attr(c.node.attrs, end_key) ? clip(graph::int_attr(c.node.attrs, end_key, 0)) : shape.size();
  };
  const Shape& left = c.args[0].shape;
  const Shape& right = c.args[1].shape;
  size_t left_begin = 0;
  size_t left_end = 0;
  size_t right_begin = 0;
  size_t right_end = 0;
  slice(left, "lhs_begin", "lhs_end", left_begin, left_end);
  slice(right, "rhs_begin", "rhs_end", right_begin, right_end);
  if (left_begin > left_end || right_begin > right_end)
    return wrong_attribute(c.node, "lhs_begin", "must stand before the end");
  const auto at = [](const Shape& s, size_t i) { return s.begin() + static_cast<std::ptrdiff_t>(i); };
  Shape shape(left.begin(), at(left, left_begin));
  shape.insert(shape.end(), at(right, right_begin), at(right, right_end));
  shape.insert(shape.end(), at(left, left_end), left.end());
  if (const auto rest = (graph::product(shape) - graph::product(left)).constant(); rest && *rest != 0)
    return shapes_disagree(c.node, fmt::format("a tensor of shape {} cannot take the shape {}", graph::to_string(left),
                                               graph::to_string(shape)));
  return with_shape(c, std::move(shape));
}

Result<Type> squeeze(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  std::vector<bool> drop(data.size(), false);
  if (has_attr(c.node.attrs, "axis")) {
    for (const int64_t axis : graph::ints_attr(c.node.attrs, "axis", {})) {
      const std::optional<size_t> i = axis_of(axis, data.size());
      if (!i || (data[*i].constant() && *data[*i].constant() != 1)) {
        return wrong_attribute(c.node, "axis",
                               fmt::format("must list axes of size 1 of a tensor of shape {}", graph::to_string(data)));
      }
      drop[*i] = true;
    }
  } else {
    for (size_t i = 0; i < data.size(); ++i) drop[i] = data[i].constant() == 1;
  }
  Shape shape;
  for (size_t i = 0; i < data.size(); ++i) {
    if (!drop[i]) shape.push_back(data[i]);
  }
  return with_shape(c, std::move(shape));
}

Result<Type> expand_dims(const TypeContext& c) {
  Shape shape = c.args[0].shape;
  const int64_t count = graph::int_attr(c.node.attrs, "num_newaxis", 1);
  constexpr int64_t kMax = 64;
  if (count < 0 || count > kMax) return wrong_attribute(c.node, "num_newaxis", "must be small and not negative");
  Result<size_t> axis = axis_attr(c, "axis", 0, shape.size() + 1);
  if (!axis) return axis.diagnostics;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*axis), static_cast<size_t>(count), Dim(1));
  return with_shape(c, std::move(shape));
}

Result<Type> transpose(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  const std::vector<int64_t> axes = graph::ints_attr(c.node.attrs, "axes", {});
  Shape shape;
  if (axes.empty()) {
    shape.assign(data.rbegin(), data.rend());
    return with_shape(c, std::move(shape));
  }
  std::vector<bool> seen(data.size(), false);
  for (const int64_t axis : axes) {
    const std::optional<size_t> i = axis_of(axis, data.size());
    if (!i || seen[*i]) return wrong_attribute(c.node, "axes", fmt::format("must order the {} axes", data.size()));
    seen[*i] = true;
    shape.push_back(data[*i]);
  }
  if (shape.size() != data.size())
    return wrong_attribute(c.node, "axes", fmt::format("must order the {} axes", data.size()));
  return with_shape(c, std::move(shape));
}

Result<Type> batch_flatten(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  if (data.empty()) return wrong_argument(c.node, 0, "have a dimension", c.args[0]);
  return with_shape(c, {data[0], graph::product(Shape(data.begin() + 1, data.end()))});
}

Result<Type> broadcast_to(const TypeContext& c, const Shape& wanted) {
  std::optional<Shape> shape = broadcast(c.args[0].shape, wanted);
  for (size_t i = 0; shape && i < shape->size() && shape->size() == wanted.size(); ++i)  // a wanted 1 stretches nothing
    if (wanted[i].constant() && (*shape)[i].constant() && !graph::same(wanted[i], (*shape)[i])) shape.reset();
  if (!shape || c.args[0].shape.size() > wanted.size()) {
    return shapes_disagree(c.node, fmt::format("a tensor of shape {} cannot be broadcast to {}",
                                               graph::to_string(c.args[0].shape), graph::to_string(wanted)));
  }
  return with_shape(c, wanted);
}

Result<Type> broadcast_to_attr(const TypeContext& c) {
  std::optional<Shape> wanted = graph::dims_attr(c.node.attrs, "shape");
  if (!wanted && c.constants.size() > 1) {
    const auto values = constant_ints(c.constants[1]);
    std::optional<Shape> unknown = unknown_shape(c, c.args[1], c.args[0].shape.size());
    if (!values) return unknown ? with_shape(c, std::move(*unknown)) : Type::unknown();
    wanted = Shape(values->begin(), values->end());
  }
  if (!wanted) return wrong_attribute(c.node, "shape", "must list dimensions");
  return broadcast_to(c, *wanted);
}

Result<Type> broadcast_to_like(const TypeContext& c) {
  return broadcast_to(c, c.args[1].shape);
}

Result<Type> tile(const TypeContext& c) {
  std::optional<Shape> reps = graph::dims_attr(c.node.attrs, "reps");
  if (!reps && c.constants.size() > 1) {
    const auto values = constant_ints(c.constants[1]);
    std::optional<Shape> unknown = unknown_shape(c, c.args[1], c.args[0].shape.size());
    if (!values) return unknown ? with_shape(c, std::move(*unknown)) : Type::unknown();
    reps = Shape(values->begin(), values->end());
  }
  if (!reps) return wrong_attribute(c.node, "reps", "must list how often each axis repeats");
  Shape shape = c.args[0].shape;
  while (shape.size() < reps->size()) shape.insert(shape.begin(), Dim(1));
  while (reps->size() < shape.size()) reps->insert(reps->begin(), Dim(1));
  for (size_t i = 0; i < shape.size(); ++i) shape[i] = shape[i] * (*reps)[i];
  return with_shape(c, std::move(shape));
}

Result<Type> repeat(const TypeContext& c) {
  Shape shape = c.args[0].shape;
  Result<size_t> axis = axis_attr(c, "axis", 0, shape.size());
  if (!axis) return axis.diagnostics;
  const int64_t repeats = graph::int_attr(c.node.attrs, "repeats", 0);
  if (repeats < 1) return wrong_attribute(c.node, "repeats", "must be positive");
  shape[*axis] = shape[*axis] * Dim(repeats);
  return with_shape(c, std::move(shape));
}

Result<Type> layout_transform(const TypeContext& c) {
  const auto from = DataLayout::parse(graph::string_attr(c.node.attrs, "src_layout", ""));
  const auto to = DataLayout::parse(graph::string_attr(c.node.attrs, "dst_layout", ""));
  if (!from || from->rank() != c.args[0].shape.size()) {
    return wrong_attribute(c.node, "src_layout", "must be the layout of the data");
  }
  std::string have = from->letters();
  std::string want = to ? to->letters() : std::string();
  std::sort(have.begin(), have.end());
  std::sort(want.begin(), want.end());
  if (have != want) return wrong_attribute(c.node, "dst_layout", "must have the same axes as src_layout");
  return with_shape(c, to->shape_of([&](char axis) { return from->size_of(axis, c.args[0].shape); }));
}

Result<Type> dyn_axis(const TypeContext& c) {
  const auto axis = constant_ints(c.constants[1]);
  if (!axis) {  // how many axes there are is known, where it is known how many are named
    const Shape& axes = c.args[1].shape;
    const auto count = axes.empty() ? std::optional<int64_t>(1) : axes.size() == 1 ? axes[0].constant() : std::nullopt;
    const auto rank = static_cast<int64_t>(c.args[0].shape.size());
    constexpr int64_t kHighestRank = 64;
    if (!count || *count > kHighestRank) return Type::unknown();
    const int64_t left = c.node.op == "dyn.squeeze" ? rank - *count : rank + *count;
    if (left < 0) return wrong_argument(c.node, 1, fmt::format("name at most {} axes", rank), c.args[1]);
    return with_shape(c, result_dims(c, static_cast<size_t>(left)));
  }
  graph::Node node = c.node;
  node.attrs["axis"] =
      axis->size() == 1 && c.node.op == "dyn.expand_dims" ? graph::Attr{axis->front()} : graph::ints(*axis);
  const TypeContext fixed{node, c.args, c.constants, c.graph};
  return c.node.op == "dyn.squeeze" ? squeeze(fixed) : expand_dims(fixed);
}

}  // namespace

void add_reshape(Registry& registry) {
  set_type(registry, "reshape", 1, tensors(reshape));
  set_type(registry, "contrib_reverse_reshape", 1, tensors(reverse_reshape));
  set_type(registry, "dyn.reshape", 2, tensors(dyn_reshape));
  set_type(registry, "reshape_like", 2, tensors(reshape_like));
  set_type(registry, "squeeze", 1, tensors(squeeze));
  set_type(registry, "expand_dims", 1, tensors(expand_dims));
  set_type(registry, "dyn.squeeze dyn.expand_dims", 2, tensors(dyn_axis));
  set_type(registry, "transpose", 1, tensors(transpose));
  set_type(registry, "nn.batch_flatten", 1, tensors(batch_flatten));
  set_type(registry, "broadcast_to", 1, tensors(broadcast_to_attr));
  set_type(registry, "dyn.broadcast_to", 2, tensors(broadcast_to_attr));
  set_type(registry, "broadcast_to_like", 2, tensors(broadcast_to_like));
  set_type(registry, "tile", 1, tensors(tile));
  set_type(registry, "dyn.tile", 2, tensors(tile));
  set_type(registry, "repeat", 1, tensors(repeat));
  set_type(registry, "layout_transform", 1, tensors(layout_transform));
}

}  // namespace nw::op
