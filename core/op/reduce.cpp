// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions over axes. Attributes: axis (a list, a number, or None for all), keepdims, exclude.
#include <fmt/format.h>

#include <algorithm>

#include "op/families.h"
#include "op/reduce.h"
#include "op/rules.h"

namespace nw::op {

std::optional<std::vector<bool>> reduced_axes(const graph::Attrs& attrs, size_t rank) {
  if (!has_attr(attrs, "axis")) return std::vector<bool>(rank, true);
  const std::vector<int64_t> axes = graph::ints_attr(attrs, "axis", {});
  const bool exclude = graph::bool_attr(attrs, "exclude", false);
  // An empty list means every axis, as None does.
  if (axes.empty()) return std::vector<bool>(rank, !exclude);
  std::vector<bool> reduced(rank, exclude);
  for (const int64_t axis : axes) {
    const std::optional<size_t> i = axis_of(axis, rank);
    if (!i) return std::nullopt;
    reduced[*i] = !exclude;
  }
  return reduced;
}

namespace {

Result<Type> reduce_to(const TypeContext& c, DType dtype) {
  const Shape& data = c.args[0].shape;
  const std::optional<std::vector<bool>> reduced = reduced_axes(c.node.attrs, data.size());
  if (!reduced) {
    return wrong_attribute(c.node, "axis", fmt::format("must list axes of a tensor of rank {}", data.size()));
  }
  const bool keep = graph::bool_attr(c.node.attrs, "keepdims", false);
  Shape shape;
  for (size_t i = 0; i < data.size(); ++i) {
    if (!(*reduced)[i]) {
      shape.push_back(data[i]);
    } else if (keep) {
      shape.emplace_back(1);
    }
  }
  return Type::tensor(dtype, std::move(shape));
}

Result<Type> reduce(const TypeContext& c) {
  return reduce_to(c, c.args[0].dtype);
}
Result<Type> reduce_bool(const TypeContext& c) {
  return reduce_to(c, DType::Bool());
}
Result<Type> arg_reduce(const TypeContext& c) {
  return reduce_to(c, dtype_attr(c.node.attrs, "dtype", DType::Int(32)));
}

// The mean is one that keepdims left, or as large as the data.
Result<Type> variance(const TypeContext& c) {
  if (auto mixed = mixed_dtypes(c, 1)) return *mixed;
  const Shape &data = c.args[0].shape, &mean = c.args[1].shape;
  bool fits = mean.size() == data.size();
  for (size_t i = 0; fits && i < mean.size(); ++i) {
    const auto m = mean[i].constant(), d = data[i].constant();
    fits = m == 1 || !m || !d || *m == *d;
  }
  if (!fits)
    return wrong_argument(c.node, 1, fmt::format("have the dimensions of {}, or 1", graph::to_string(data)), c.args[1]);
  return reduce(c);
}

Result<Type> collapse_to(const TypeContext& c) {
  const std::optional<Shape> shape = graph::dims_attr(c.node.attrs, "shape");
  if (!shape) return wrong_attribute(c.node, "shape", "must list dimensions");
  return Type::tensor(c.args[0].dtype, *shape);
}
Result<Type> collapse_like(const TypeContext& c) {
  return Type::tensor(c.args[0].dtype, c.args[1].shape);
}

double elements(const Type& type) {
  double count = 1;
  for (const Dim& dim : type.shape) count *= static_cast<double>(dim.constant().value_or(1));
  return count;
}

}  // namespace

void add_reduce(Registry& registry) {
  set_type(registry, "max mean min prod sum", 1, tensors(reduce));
  set_type(registry, "all any", 1, tensors(reduce_bool));
  set_type(registry, "argmax argmin", 1, tensors(arg_reduce));
  set_type(registry, "variance", 2, tensors(variance));
  set_type(registry, "collapse_sum_to", -1, tensors(collapse_to));
  set_type(registry, "collapse_sum_like", 2, tensors(collapse_like));
  for (const char* name : {"max", "mean", "min", "prod", "sum", "all", "any", "argmax", "argmin", "variance"}) {
    registry.entry(name).flops = [](const graph::Node&, const std::vector<Type>& args) {
      return args.empty() ? 0.0 : elements(args[0]);
    };
  }
}

}  // namespace nw::op
