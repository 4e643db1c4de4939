// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that choose elements by comparing them: the greatest and where it is, the first of a sorted line,
// triangles, updates at places that come as data; and running sums.
#include <algorithm>
#include <functional>

#include "op/compute/tools.h"

namespace nw::op {

namespace {

constexpr int64_t kMostCompared = int64_t{1} << 22;  // pairs of elements, or of an element and an update

size_t chosen_axis(const ComputeContext& c, int64_t fallback, size_t rank) {
  const int64_t axis = graph::int_attr(c.node.attrs, "axis", fallback);
  return static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);
}

std::vector<Expr> replaced(std::vector<Expr> indices, size_t axis, Expr by) {
  indices[axis] = std::move(by);
  return indices;
}

// Of all elements, where they are known.
std::optional<int64_t> count_of(const std::vector<Expr>& shape) {
  int64_t count = 1;
  for (const Expr& extent : shape) {
    const int64_t* known = tir::as_const_int(extent);
    if (!known || *known < 0 || (*known > 0 && count > (int64_t{1} << 40) / *known)) return std::nullopt;
    count *= *known;
  }
  return count;
}

// As in a sorted line, NaN is greater than all numbers.
Expr is_greater(const Expr& a, const Expr& b) {
  if (!a->dtype.is_float()) return tir::gt(a, b);
  return tir::logical_or(tir::gt(a, b), tir::logical_and(tir::ne(a, a), tir::eq(b, b)));
}
Expr is_same(const Expr& a, const Expr& b) {
  if (!a->dtype.is_float()) return tir::eq(a, b);
  return tir::logical_or(tir::eq(a, b), tir::logical_and(tir::ne(a, a), tir::ne(b, b)));
}

// ── The place of the greatest or least element of an axis ──

// A value and its place: the more extreme of two, the first of equals, or the last.
tir::CommReducer extreme_reducer(DType value, bool most, bool last) {
  auto* node = new tir::CommReducerNode;
  const tir::CommReducer reducer(node);
  const DType index = DType::Int(32);
  const Var x = tir::make_var("x", value), i = tir::make_var("i", index), y = tir::make_var("y", value),
            j = tir::make_var("j", index);
  const Expr none = tir::lt(i, number(0)), other_none = tir::lt(j, number(0));
  const bool floats = value.is_float();
  const Expr beats = most ? tir::gt(x, y) : tir::lt(x, y), equal = is_same(x, y);
  const Expr nan_first = floats ? tir::logical_and(tir::ne(x, x), tir::eq(y, y)) : nullptr;
  const Expr earlier = last ? tir::gt(i, j) : tir::lt(i, j);
  Expr better = tir::logical_or(beats, tir::logical_and(equal, earlier));
  if (nan_first) better = tir::logical_or(better, nan_first);
  const Expr left = tir::logical_and(tir::logical_not(none), tir::logical_or(other_none, better));
  node->name = most ? "argmax" : "argmin";
  node->lhs = {x, i};
  node->rhs = {y, j};
  node->result = {tir::select(left, x, y), tir::select(left, i, j)};
  node->identity = {tir::constant(value, 0), number(-1)};
  return reducer;
}

Result<std::vector<Tensor>> extreme_place(const ComputeContext& c, bool most) {
  const Tensor& data = c.args[0];
  const size_t rank = data->shape.size();
  const std::vector<int64_t> axes = graph::ints_attr(c.node.attrs, "axis", {});
  const int64_t given = axes.size() == 1 ? axes[0] : graph::int_attr(c.node.attrs, "axis", INT64_MIN);
  if (given == INT64_MIN || axes.size() > 1 || graph::bool_attr(c.node.attrs, "exclude", false))
    return no_compute(c, "only one axis has a computation");
  const auto axis = static_cast<size_t>(given < 0 ? given + static_cast<int64_t>(rank) : given);
  if (axis >= rank || tir::is_zero(data->shape[axis])) return no_compute(c, "its axis has no elements");
  const bool keep = graph::bool_attr(c.node.attrs, "keepdims", false);
  const std::vector<Expr> shape = extents(c.out_type);
  const tir::IterVar k = te::reduce_axis({number(0), data->shape[axis]}, "k");
  const tir::CommReducer reducer =
      extreme_reducer(data->dtype, most, graph::bool_attr(c.node.attrs, "select_last_index", false));
  const std::vector<Tensor> both = te::compute_many(
      shape,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at = as_indices(v);
        if (keep)
          at[axis] = k->var;
        else
          at.insert(at.begin() + static_cast<std::ptrdiff_t>(axis), k->var);
        const std::vector<Expr> source{te::read(data, at), k->var};
        return std::vector<Expr>{tir::reduce(reducer, source, {k}, nullptr, 0),
                                 tir::reduce(reducer, source, {k}, nullptr, 1)};
      },
      c.name + "_both", axis_names(shape.size()), "comm_reduce_idx");
  return std::vector{map(
      c, [&](const std::vector<Var>& v) { return tir::cast(c.out_type.dtype, te::read(both[1], as_indices(v))); },
      "elemwise")};
}

// ── The first elements of a sorted line, by the rank of each ──

struct Line {
  Tensor data;
  size_t axis;
  int64_t length;
  bool ascending;
};

// How many elements of the line come before each; equal ones keep their order.
Tensor ranks_of(const ComputeContext& c, const Line& line) {
  const tir::IterVar k = te::reduce_axis({number(0), number(line.length)}, "k");
  return te::compute(
      line.data->shape,
      [&](const std::vector<Var>& v) {
        const Expr own = te::read(line.data, as_indices(v)),
                   other = te::read(line.data, replaced(as_indices(v), line.axis, k->var));
        const Expr before = line.ascending ? is_greater(own, other) : is_greater(other, own);
        const Expr tie = tir::logical_and(is_same(own, other), tir::lt(k->var, v[line.axis]));
        return te::sum(tir::cast(DType::Int(32), tir::logical_or(before, tie)), {k});
      },
      c.name + "_rank", axis_names(line.data->shape.size()), "ranks");
}

// Where the element of each rank is.
Tensor places_of(const ComputeContext& c, const Line& line, const Tensor& ranks, const std::vector<Expr>& shape) {
  const tir::IterVar k = te::reduce_axis({number(0), number(line.length)}, "k");
  return te::compute(
      shape,
      [&](const std::vector<Var>& v) {
        const Expr rank = te::read(ranks, replaced(as_indices(v), line.axis, k->var));
        return te::sum(tir::select(tir::eq(rank, v[line.axis]), Expr(k->var), number(0)), {k});
      },
      c.name + "_place", axis_names(shape.size()), "ranked_places");
}

enum class Wanted : uint8_t { Values, Places, Both };

Result<std::vector<Tensor>> sorted_line(const ComputeContext& c, Wanted wanted, bool ascending) {
  const Tensor& data = c.args[0];
  const size_t rank = data->shape.size();
  if (rank == 0) return no_compute(c, "it takes tensors with an axis");
  const size_t axis = chosen_axis(c, -1, rank);
  const int64_t* length = axis < rank ? tir::as_const_int(data->shape[axis]) : nullptr;
  const std::optional<int64_t> elements = count_of(data->shape);
  const bool few = length && *length > 0 && *length <= 1024 && (!elements || *elements <= kMostCompared / *length);
  if (!few) return no_compute(c, "its axis is long, or only the run tells how long");
  const Line line{data, axis, *length, graph::bool_attr(c.node.attrs, "is_ascend", ascending)};
  const Type& first = c.out_type.is_tuple() ? c.out_type.fields[0] : c.out_type;
  const std::vector<Expr> shape = extents(first);
  if (!tir::as_const_int(shape[axis])) return no_compute(c, "only the run tells how many elements it gives");
  const Tensor places = places_of(c, line, ranks_of(c, line), shape);
  std::vector<Tensor> results;
  const auto add = [&](const std::string& name, const std::function<Expr(const std::vector<Var>&)>& body) {
    results.push_back(te::compute(shape, body, name, axis_names(rank), "ranked"));
  };
  const bool both = wanted == Wanted::Both;
  if (wanted != Wanted::Places)
    add(both ? c.name + "_values" : c.name, [&](const std::vector<Var>& v) {
      const Expr at = tir::max(tir::min(te::read(places, as_indices(v)), number(line.length - 1)), number(0));
      return te::read(data, replaced(as_indices(v), axis, at));
    });
  if (wanted != Wanted::Values) {
    const DType dtype = both ? c.out_type.fields[1].dtype : c.out_type.dtype;
    add(both ? c.name + "_indices" : c.name,
        [&](const std::vector<Var>& v) { return tir::cast(dtype, te::read(places, as_indices(v))); });
  }
  return results;
}

Result<std::vector<Tensor>> first_of_line(const ComputeContext& c) {
  const std::string wanted = graph::string_attr(c.node.attrs, "ret_type", "both");
  return sorted_line(c,
                     wanted == "values"    ? Wanted::Values
                     : wanted == "indices" ? Wanted::Places
                                           : Wanted::Both,
                     false);
}

// ── Triangles, running sums ──

Tensor triangle(const ComputeContext& c) {
  const bool upper = graph::bool_attr(c.node.attrs, "upper", true);
  const Tensor &data = c.args[0], &first = c.args[1];
  return map(
      c,
      [&](const std::vector<Var>& v) {
        const DType wide = DType::Int(64);
        const Expr k = tir::cast(wide, te::read(first, std::vector<Expr>(first->shape.size(), number(0))));
        const Expr distance = tir::cast(wide, Expr(v[v.size() - 1]) - Expr(v[v.size() - 2]));
        return tir::select(upper ? tir::le(k, distance) : tir::le(distance, k), te::read(data, as_indices(v)),
                           tir::constant(data->dtype, 0));
      },
      "injective");
}

// Step by step along the axis, which is the first one of the states.
Result<std::vector<Tensor>> running_sum(const ComputeContext& c) {
  const Tensor& data = c.args[0];
  const size_t rank = data->shape.size();
  if (rank == 0 || !c.node.attrs.contains("axis")) return no_compute(c, "it has no axis");
  const size_t axis = chosen_axis(c, 0, rank);
  const DType type = data->dtype.is_float() ? sum_type(c.out_type.dtype) : c.out_type.dtype;
  if (axis >= rank || !type.bits || c.out_type.dtype.is_bool()) return no_compute(c, "it takes numbers only");
  std::vector<Expr> states{data->shape[axis] + number(1)}, first{number(1)};
  for (size_t i = 0; i < rank; ++i)
    if (i != axis) states.push_back(data->shape[i]), first.push_back(data->shape[i]);
  std::vector<std::string> names = axis_names(rank);
  std::rotate(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(axis),
              names.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
  const Tensor state = te::placeholder(states, c.name + "_state", type);
  const Tensor start = te::compute(
      first, [&](const std::vector<Var>&) { return tir::constant(type, 0); }, c.name + "_first", names,
      "recurrent_first");
  const Tensor next = te::compute(
      states,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> before = as_indices(v), at(v.begin() + 1, v.end());
        before[0] = before[0] - number(1);
        at.insert(at.begin() + static_cast<std::ptrdiff_t>(axis), before[0]);
        return te::read(state, before) + tir::cast(type, te::read(data, at));
      },
      c.name + "_next", names, "recurrent_cell");
  const Tensor sums = te::scan({start}, {next}, {state}, {data}, c.name + "_sums")[0];
  const Expr shift = number(graph::bool_attr(c.node.attrs, "exclusive", false) ? 0 : 1);
  return std::vector{map(
      c,
      [&](const std::vector<Var>& v) {
        std::vector<Expr> at = as_indices(v);
        const Expr step = at[axis] + shift;
        at.erase(at.begin() + static_cast<std::ptrdiff_t>(axis));
        at.insert(at.begin(), step);
        return tir::cast(c.out_type.dtype, te::read(sums, at));
      },
      "recurrent_result")};
}

// ── Updates at places that come as data ──

// `data`, and at (…, index, …) along the axis the update that has this index: the last of several, or the sum of all.
Result<std::vector<Tensor>> scatter_updates(const ComputeContext& c, bool sum) {
  const Tensor &data = c.args[0], &indices = c.args[1], &updates = c.args[2];
  const size_t rank = data->shape.size(), axis = chosen_axis(c, 0, rank);
  const std::string how = graph::string_attr(c.node.attrs, "reduction", sum ? "add" : "update");
  if (how != "add" && how != "update") return no_compute(c, "its reduction has no computation");
  if (axis >= rank || indices->shape.size() != rank) return no_compute(c, "its indices have another rank");
  const auto elements = count_of(data->shape);
  const int64_t* count = tir::as_const_int(indices->shape[axis]);
  if (!elements || !count || !count_of(indices->shape) || *elements * std::max<int64_t>(*count, 1) > kMostCompared)
    return no_compute(c, "it has many updates, or only the run tells how many");
  if (count_of(indices->shape) == 0)
    return std::vector{map(c, [&](const std::vector<Var>& v) { return te::read(data, as_indices(v)); }, "injective")};
  const tir::IterVar k = te::reduce_axis({number(0), number(*count)}, "k");
  const bool adds = how == "add";
  // Whether update k of the line goes to the element at v. The indices may cover a part of the other axes.
  const auto hits = [&](const std::vector<Var>& v) {
    std::vector<Expr> at = as_indices(v);
    Expr inside;
    for (size_t i = 0; i < rank; ++i) {
      if (i == axis || tir::structural_equal(indices->shape[i], data->shape[i])) continue;
      const Expr part = tir::lt(at[i], indices->shape[i]);
      at[i] = tir::min(at[i], indices->shape[i] - number(1));
      inside = inside ? tir::logical_and(inside, part) : part;
    }
    at[axis] = k->var;
    const DType wide = DType::Int(64);
    const Expr index = tir::cast(wide, te::read(indices, at)), size = tir::cast(wide, data->shape[axis]);
    const Expr place = tir::select(tir::lt(index, tir::int_imm(0, wide)), index + size, index);
    Expr hit = tir::eq(place, tir::cast(wide, Expr(v[axis])));
    return std::pair(inside ? tir::logical_and(inside, hit) : hit, at);
  };
  const Tensor found = te::compute(
      data->shape,
      [&](const std::vector<Var>& v) {
        const auto [hit, at] = hits(v);
        if (adds) return te::sum(tir::select(hit, te::read(updates, at), tir::constant(data->dtype, 0)), {k});
        return te::max_reduce(tir::select(hit, Expr(k->var), number(-1)), {k});
      },
      c.name + (adds ? "_added" : "_last"), axis_names(rank), "ranks");
  return std::vector{te::compute(
      data->shape,
      [&](const std::vector<Var>& v) {
        const Expr old = te::read(data, as_indices(v)), last = te::read(found, as_indices(v));
        if (adds) return old + last;
        std::vector<Expr> at = as_indices(v);
        for (size_t i = 0; i < rank; ++i)
          if (i != axis) at[i] = tir::min(at[i], indices->shape[i] - number(1));
        at[axis] = tir::max(last, number(0));
        return tir::select(tir::le(number(0), last), te::read(updates, at), old);
      },
      c.name, axis_names(rank), "ranked")};
}

}  // namespace

void add_selection_compute(Registry& registry) {
  set_compute(registry, "argmax", [](const ComputeContext& c) { return extreme_place(c, true); });
  set_compute(registry, "argmin", [](const ComputeContext& c) { return extreme_place(c, false); });
  set_compute(registry, "topk onnx.TopK", first_of_line);
  set_compute(registry, "sort", [](const ComputeContext& c) { return sorted_line(c, Wanted::Values, true); });
  set_compute(registry, "argsort", [](const ComputeContext& c) { return sorted_line(c, Wanted::Places, true); });
  set_compute(registry, "trilu", one(triangle));
  set_compute(registry, "cumsum", running_sum);
  set_compute(registry, "scatter", [](const ComputeContext& c) { return scatter_updates(c, false); });
  set_compute(registry, "scatter_add", [](const ComputeContext& c) { return scatter_updates(c, true); });
  set_compute(registry, "scatter_elements", [](const ComputeContext& c) { return scatter_updates(c, false); });
}

}  // namespace nw::op
