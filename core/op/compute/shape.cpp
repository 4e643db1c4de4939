// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that move elements without changing them: reshapes, transposes, slices, joins, pads, broadcasts.
#include <algorithm>

#include "graph/dim.h"
#include "op/compute/tools.h"
#include "tir/visit.h"

namespace nw::op {

namespace {

// The element of `data` at the row-major offset that `indices` have in `shape`.
Expr read_reshaped(const Tensor& data, const std::vector<Expr>& indices, const std::vector<Expr>& shape) {
  Expr flat = number(0);
  for (size_t i = 0; i < indices.size(); ++i) flat = flat * shape[i] + indices[i];
  std::vector<Expr> at(data->shape.size());
  for (size_t i = at.size(); i-- > 0;) {
    if (i == 0) {
      at[i] = flat;
    } else if (tir::is_zero(data->shape[i])) {
      at[i] = number(0);  // there is no element
    } else {
      at[i] = tir::is_one(data->shape[i]) ? number(0) : tir::floormod(flat, data->shape[i]);
      flat = tir::floordiv(flat, data->shape[i]);
    }
  }
  return te::read(data, std::move(at));
}

// Two shapes that differ by axes of extent 1: each of data's axes is indexed by an output axis.
std::optional<std::vector<Expr>> aligned(const std::vector<Expr>& from, const std::vector<Expr>& to,
                                         const std::vector<Expr>& indices) {
  std::vector<Expr> at;
  size_t o = 0;
  for (const Expr& size : from) {
    if (tir::is_one(size)) {
      at.push_back(number(0));
      continue;
    }
    while (o < to.size() && tir::is_one(to[o])) ++o;
    if (o == to.size() || !tir::structural_equal(to[o], size)) return std::nullopt;
    at.push_back(indices[o++]);
  }
  while (o < to.size() && tir::is_one(to[o])) ++o;
  return o == to.size() ? std::optional(at) : std::nullopt;
}

Tensor reshape(const ComputeContext& c) {
  const std::vector<Expr> shape = extents(c.out_type);
  return map(
      c,
      [&](const std::vector<Var>& v) {
        if (auto at = aligned(c.args[0]->shape, shape, as_indices(v))) return te::read(c.args[0], *at);
        return read_reshaped(c.args[0], as_indices(v), shape);
      },
      "injective");
}

Tensor transpose(const ComputeContext& c) {
  const size_t rank = c.args[0]->shape.size();
  std::vector<int64_t> axes = graph::ints_attr(c.node.attrs, "axes", {});
  if (axes.size() != rank) {
    axes.clear();
    for (size_t i = rank; i-- > 0;) axes.push_back(static_cast<int64_t>(i));
  }
  return map(
      c,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at(rank);
        for (size_t i = 0; i < rank; ++i)
          at[static_cast<size_t>(axes[i] < 0 ? axes[i] + static_cast<int64_t>(rank) : axes[i])] = v[i];
        return te::read(c.args[0], at);
      },
      "injective");
}

size_t attr_axis(const ComputeContext& c, const char* key, int64_t fallback, size_t rank) {
  const int64_t axis = graph::int_attr(c.node.attrs, key, fallback);
  return static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);
}

// The parts in order along one axis; nested if_then_else, so that only the selected part is read.
Tensor concatenate(const ComputeContext& c) {
  const size_t axis = attr_axis(c, "axis", 0, c.out_type.shape.size());
  return map(
      c,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> starts{number(0)};
        for (const Tensor& part : c.args) starts.push_back(starts.back() + part->shape[axis]);
        auto read_part = [&](size_t i) {
          std::vector<Expr> at = as_indices(v);
          at[axis] = at[axis] - starts[i];
          return te::read(c.args[i], at);
        };
        Expr value = read_part(c.args.size() - 1);
        for (size_t i = c.args.size() - 1; i-- > 0;)
          value = tir::if_then_else(tir::lt(v[axis], starts[i + 1]), read_part(i), value);
        return value;
      },
      "injective");
}

Tensor stack(const ComputeContext& c) {
  const size_t axis = attr_axis(c, "axis", 0, c.out_type.shape.size());
  return map(
      c,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at = as_indices(v);
        at.erase(at.begin() + static_cast<std::ptrdiff_t>(axis));
        Expr value = te::read(c.args.back(), at);
        for (size_t i = c.args.size() - 1; i-- > 0;)
          value = tir::if_then_else(tir::eq(v[axis], number(static_cast<int64_t>(i))), te::read(c.args[i], at), value);
        return value;
      },
      "injective");
}

Result<std::vector<Tensor>> split(const ComputeContext& c) {
  if (!c.out_type.is_tuple()) return no_compute(c, "its parts have no known shapes");
  const size_t axis = attr_axis(c, "axis", 0, c.args[0]->shape.size());
  std::vector<Tensor> parts;
  Expr start = number(0);
  for (size_t i = 0; i < c.out_type.fields.size(); ++i) {
    const std::vector<Expr> shape = extents(c.out_type.fields[i]);
    parts.push_back(te::compute(
        shape,
        [&](const std::vector<Var>& v) {
          std::vector<Expr> at = as_indices(v);
          at[axis] = at[axis] + start;
          return te::read(c.args[0], at);
        },
        c.name + "_" + std::to_string(i), axis_names(shape.size()), "injective"));
    start = start + shape[axis];
  }
  return parts;
}

// Where a slice along an axis of `size` elements starts. A start that lies outside gives no element, or, going back,
// the last one. Null: only the run tells from which end it counts.
Expr slice_start(const graph::Dim& begin, const Expr& size, int64_t stride) {
  const auto written = begin.constant();
  if (!written && !graph::is_never_negative(begin)) return nullptr;
  const int64_t* known = tir::as_const_int(size);
  if (written && known) {
    const int64_t from = *written < 0 ? *written + *known : *written;
    return number(stride < 0 ? std::clamp<int64_t>(from, -1, *known - 1) : std::clamp<int64_t>(from, 0, *known));
  }
  Expr from = written && *written < 0 ? size + extent(begin) : extent(begin);
  if (written && *written < 0) from = tir::max(from, number(stride < 0 ? -1 : 0));
  return stride < 0 ? tir::min(from, size - number(1)) : from;
}

Result<std::vector<Tensor>> strided_slice(const ComputeContext& c) {
  const size_t rank = c.args[0]->shape.size();
  const graph::Shape begin = graph::dims_attr(c.node.attrs, "begin").value_or(graph::Shape{});
  const std::vector<int64_t> strides = graph::ints_attr(c.node.attrs, "strides", {});
  std::vector<int64_t> axes = graph::ints_attr(c.node.attrs, "axes", {});
  const bool by_size = graph::string_attr(c.node.attrs, "slice_mode", "end") == "size";  // then strides have no meaning
  if (axes.empty())
    for (size_t i = 0; i < begin.size(); ++i) axes.push_back(static_cast<int64_t>(i));
  if (begin.empty() || axes.size() != begin.size() || (strides.size() > 1 && strides.size() > begin.size()))
    return no_compute(c, "its begin is not constant");
  std::vector<Expr> first(rank, number(0)), step(rank, number(1));
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<size_t>(axes[i] < 0 ? axes[i] + static_cast<int64_t>(rank) : axes[i]);
    const int64_t stride = by_size || strides.empty() ? 1
                           : strides.size() == 1      ? strides[0]
                           : i < strides.size()       ? strides[i]
                                                      : 1;
    first[axis] = slice_start(begin[i], c.args[0]->shape[axis], stride);
    if (!first[axis]) return no_compute(c, "only the run tells where it begins");
    step[axis] = number(stride);
  }
  return std::vector{map(
      c,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at;
        for (size_t i = 0; i < rank; ++i) at.push_back(Expr(v[i]) * step[i] + first[i]);
        return te::read(c.args[0], at);
      },
      "injective")};
}

Result<std::vector<Tensor>> pad_op(const ComputeContext& c) {
  const graph::Attrs& attrs = c.node.attrs;
  if (graph::string_attr(attrs, "pad_mode", "constant") != "constant")
    return no_compute(c, "only constant padding has a computation");
  auto found = attrs.find("pad_width");
  const auto* rows = found == attrs.end() ? nullptr : std::get_if<graph::AttrList>(&found->second.value);
  const size_t rank = c.args[0]->shape.size();
  if (!rows || rows->size() != rank) return no_compute(c, "its widths are not constant");
  std::vector<int64_t> before, after;
  for (const graph::Attr& row : *rows) {
    const auto* pair = std::get_if<graph::AttrList>(&row.value);
    const auto* low = pair && pair->size() == 2 ? std::get_if<int64_t>(&(*pair)[0].value) : nullptr;
    const auto* high = low ? std::get_if<int64_t>(&(*pair)[1].value) : nullptr;
    if (!high || *low < 0 || *high < 0) return no_compute(c, "its widths are not constant or are negative");
    before.push_back(*low);
    after.push_back(*high);
  }
  const Expr value =
      c.args.size() > 1
          ? tir::cast(c.out_type.dtype, te::read(c.args[1], std::vector<Expr>(c.args[1]->shape.size(), number(0))))
          : tir::constant(c.out_type.dtype, graph::float_attr(attrs, "pad_value", 0));
  const Tensor padded = pad(c.args[0], before, after, value, c.name);
  if (padded != c.args[0]) return std::vector{padded};
  return std::vector{
      map(c, [&](const std::vector<Var>& v) { return te::read(c.args[0], as_indices(v)); }, "injective")};
}

Tensor broadcast_to(const ComputeContext& c) {
  const std::vector<Expr> shape = extents(c.out_type);
  return map(
      c, [&](const std::vector<Var>& v) { return read_broadcast(c.args[0], as_indices(v), shape); }, "broadcast");
}

// full, zeros, ones: no element of an argument is read but full's value.
Tensor filled(const ComputeContext& c, double value) {
  return map(
      c,
      [&](const std::vector<Var>&) {
        return c.args.empty() ? tir::constant(c.out_type.dtype, value)
                              : tir::cast(c.out_type.dtype, te::read(c.args[0], {}));
      },
      "injective");
}

}  // namespace

void add_shape_compute(Registry& registry) {
  set_compute(registry, "reshape squeeze expand_dims nn.batch_flatten reshape_like contrib_reverse_reshape",
              one(reshape));
  set_compute(registry, "transpose", one(transpose));
  set_compute(registry, "concatenate", one(concatenate));
  set_compute(registry, "stack", one(stack));
  set_compute(registry, "split", split);
  set_compute(registry, "strided_slice", strided_slice);
  set_compute(registry, "nn.pad", pad_op);
  set_compute(registry, "broadcast_to broadcast_to_like", one(broadcast_to));
  set_compute(registry, "zeros", one([](const ComputeContext& c) { return filled(c, 0); }));
  set_compute(registry, "ones", one([](const ComputeContext& c) { return filled(c, 1); }));
  set_compute(registry, "full", one([](const ComputeContext& c) { return filled(c, 0); }));
}

}  // namespace nw::op
