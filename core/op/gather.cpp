// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing elements at indices given by tensors: take, gather, scatter, and their like.
#include <fmt/format.h>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

std::optional<Diagnostic> not_indices(const TypeContext& c, size_t argument) {
  const Type& type = c.args[argument];
  if (type.dtype.is_integer() && !type.dtype.is_bool()) return std::nullopt;
  return wrong_argument(c.node, argument, "be integers", type);
}

// Constant indices: each must be an element of the axis; -1 is the last.
std::optional<Diagnostic> outside(const TypeContext& c, size_t argument, size_t axis) {
  const NDArray& indices = c.constants[argument];
  const std::optional<int64_t> size = c.args[0].shape[axis].constant();
  if (!size || !indices.bytes()) return std::nullopt;
  for (int64_t i = 0; i < indices.size(); ++i) {
    const int64_t index = indices.int_at(i);
    if (index < -*size || index >= *size) return index_outside(c.node, i, index, axis, *size);
  }
  return std::nullopt;
}

Result<Type> take(const TypeContext& c) {
  if (auto wrong = not_indices(c, 1)) return *wrong;
  const Shape& data = c.args[0].shape;
  const Shape& indices = c.args[1].shape;
  if (!has_attr(c.node.attrs, "axis")) return Type::tensor(c.args[0].dtype, indices);
  Result<size_t> axis = axis_attr(c, "axis", 0, data.size());
  if (!axis) return axis.diagnostics;
  const std::string mode = graph::string_attr(c.node.attrs, "mode", "clip");
  if (mode != "clip" && mode != "wrap" && mode != "fast")
    return wrong_attribute(c.node, "mode", "must be \"clip\", \"wrap\" or \"fast\"");
  if (mode == "fast")
    if (auto wrong = outside(c, 1, *axis)) return *wrong;
  int64_t batch = graph::int_attr(c.node.attrs, "batch_dims", 0);
  if (batch < 0) batch += static_cast<int64_t>(indices.size());
  if (batch < 0 || batch > static_cast<int64_t>(std::min(*axis, indices.size()))) {
    return wrong_attribute(c.node, "batch_dims", "must not pass the axis");
  }
  Shape shape(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(*axis));
  shape.insert(shape.end(), indices.begin() + batch, indices.end());
  shape.insert(shape.end(), data.begin() + static_cast<std::ptrdiff_t>(*axis) + 1, data.end());
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> gather(const TypeContext& c) {
  if (auto wrong = not_indices(c, 1)) return *wrong;
  Result<size_t> axis = axis_attr(c, "axis", 0, c.args[0].shape.size());
  if (!axis) return axis.diagnostics;
  if (c.args[1].shape.size() != c.args[0].shape.size()) {
    return wrong_argument(c.node, 1, "have as many dimensions as the data", c.args[1]);
  }
  if (auto wrong = outside(c, 1, *axis)) return *wrong;
  return Type::tensor(c.args[0].dtype, c.args[1].shape);
}

// indices: (M, Y…): the first axis has indices into the first M axes after the batch.
Result<Type> gather_nd(const TypeContext& c) {
  if (auto wrong = not_indices(c, 1)) return *wrong;
  const Shape& data = c.args[0].shape;
  const Shape& indices = c.args[1].shape;
  if (indices.empty()) return wrong_argument(c.node, 1, "have a dimension", c.args[1]);
  const int64_t batch = graph::int_attr(c.node.attrs, "batch_dims", 0);
  const std::optional<int64_t> depth = indices[0].constant();
  if (!depth) return Type::unknown();
  if (batch < 0 || *depth < 0 || *depth + batch > static_cast<int64_t>(data.size())) {
    return wrong_argument(c.node, 1, fmt::format("index at most {} axes", data.size()), c.args[1]);
  }
  Shape shape(indices.begin() + 1, indices.end());
  shape.insert(shape.end(), data.begin() + *depth + batch, data.end());
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> adv_index(const TypeContext& c) {
  if (!c.args[0].is_tuple() || c.args[0].fields.size() < 2)
    return wrong_argument(c.node, 0, "be data and indices", c.args[0]);
  const graph::TypeList& fields = c.args[0].fields;
  Shape shape = fields[1].shape;
  for (size_t i = 2; i < fields.size(); ++i) {
    std::optional<Shape> both = broadcast(shape, fields[i].shape);
    if (!both) return shapes_disagree(c.node, "the indices cannot be broadcast to one shape");
    shape = std::move(*both);
  }
  const Shape& data = fields[0].shape;
  if (fields.size() - 1 > data.size()) return wrong_argument(c.node, 0, "have no more indices than axes", c.args[0]);
  shape.insert(shape.end(), data.begin() + static_cast<std::ptrdiff_t>(fields.size()) - 1, data.end());
  return Type::tensor(fields[0].dtype, std::move(shape));
}

// One row a non-zero element, one column an axis.
Result<Type> argwhere(const TypeContext& c) {
  return Type::tensor(DType::Int(32), {new_symbol(c, "count"), Dim(static_cast<int64_t>(c.args[0].shape.size()))});
}

Result<Type> unravel_index(const TypeContext& c) {
  if (c.args[1].shape.size() != 1) return wrong_argument(c.node, 1, "have one dimension", c.args[1]);
  Shape shape{c.args[1].shape[0]};
  shape.insert(shape.end(), c.args[0].shape.begin(), c.args[0].shape.end());
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

// The elements of the updates are written at the indices.
Result<Type> scatter(const TypeContext& c) {
  if (auto wrong = not_indices(c, 1)) return *wrong;
  if (c.args[2].dtype != c.args[0].dtype)
    return wrong_argument(c.node, 2, fmt::format("have the data type of the first ({})", to_string(c.args[0].dtype)),
                          c.args[2]);
  if (c.node.op == "scatter_nd") return c.args[0];
  for (const size_t i : {size_t{1}, size_t{2}})
    if (c.args[i].shape.size() != c.args[0].shape.size())
      return wrong_argument(c.node, i, "have as many dimensions as the data", c.args[i]);
  Result<size_t> axis = axis_attr(c, "axis", 0, c.args[0].shape.size());
  if (!axis) return axis.diagnostics;
  if (auto wrong = outside(c, 1, *axis)) return *wrong;
  return c.args[0];
}

Result<Type> sparse_to_dense(const TypeContext& c) {
  const std::optional<Shape> shape = graph::dims_attr(c.node.attrs, "output_shape");
  if (!shape) return wrong_attribute(c.node, "output_shape", "must list dimensions");
  return Type::tensor(c.args[1].dtype, *shape);
}

}  // namespace

void add_gather(Registry& registry) {
  set_type(registry, "take", 2, tensors(take));
  set_type(registry, "gather", 2, tensors(gather));
  set_type(registry, "gather_nd", 2, tensors(gather_nd));
  set_type(registry, "adv_index", 1, adv_index);
  set_type(registry, "scatter scatter_add scatter_elements scatter_nd", 3, tensors(scatter));
  set_type(registry, "argwhere", 1, tensors(argwhere));
  set_type(registry, "unravel_index", 2, tensors(unravel_index));
  set_type(registry, "sparse_to_dense", 3, tensors(sparse_to_dense));
}

}  // namespace nw::op
