// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on two or three tensors whose shapes are broadcast as in numpy.
#include <fmt/format.h>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Diagnostic cannot_broadcast(const TypeContext& c, const Shape& a, const Shape& b) {
  return shapes_disagree(
      c.node, fmt::format("the shapes {} and {} cannot be broadcast to one", graph::to_string(a), graph::to_string(b)));
}

Result<Type> binary(const TypeContext& c) {
  if (c.args[0].dtype != c.args[1].dtype) {
    return wrong_argument(c.node, 1, fmt::format("have the data type of the first ({})", to_string(c.args[0].dtype)),
                          c.args[1]);
  }
  std::optional<Shape> shape = broadcast(c.args[0].shape, c.args[1].shape);
  if (!shape) return cannot_broadcast(c, c.args[0].shape, c.args[1].shape);
  return Type::tensor(c.args[0].dtype, std::move(*shape));
}

Result<Type> comparison(const TypeContext& c) {
  Result<Type> type = binary(c);
  if (type.value) type.value->dtype = DType::Bool();
  return type;
}

Result<Type> where(const TypeContext& c) {
  if (c.args[1].dtype != c.args[2].dtype)
    return wrong_argument(c.node, 2, fmt::format("have the data type of the second ({})", to_string(c.args[1].dtype)),
                          c.args[2]);
  std::optional<Shape> values = broadcast(c.args[1].shape, c.args[2].shape);
  if (!values) return cannot_broadcast(c, c.args[1].shape, c.args[2].shape);
  std::optional<Shape> shape = broadcast(c.args[0].shape, *values);
  if (!shape) return cannot_broadcast(c, c.args[0].shape, *values);
  return Type::tensor(c.args[1].dtype, std::move(*shape));
}

// A vector along one axis of the data.
Result<Type> along_axis(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  Result<size_t> axis = axis_attr(c, "axis", 1, data.size());
  if (!axis) return axis.diagnostics;
  if (auto mixed = mixed_dtypes(c, 1)) return *mixed;
  const Shape& vector = c.args[1].shape;
  if (vector.size() != 1) return wrong_argument(c.node, 1, "have one dimension", c.args[1]);
  if (!broadcast({data[*axis]}, vector) || (vector[0].constant() == 1 && !graph::same(data[*axis], vector[0]))) {
    return shapes_disagree(c.node, fmt::format("axis {} of the data has {} elements, the vector has {}", *axis,
                                               graph::to_string(data[*axis]), graph::to_string(vector[0])));
  }
  return c.args[0];
}

// One slope a channel: a slope for all of them is a vector as well (ONNX's is broadcast by its importer).
Result<Type> prelu(const TypeContext& c) {
  Result<size_t> axis = axis_attr(c, "axis", 1, c.args[0].shape.size());
  if (!axis) return axis.diagnostics;
  if (auto wrong = not_a_vector_along(c, 1, *axis)) return *wrong;
  return c.args[0];
}

}  // namespace

void add_broadcast(Registry& registry) {
  set_type(registry,
           "add bitwise_and bitwise_or bitwise_xor divide floor_divide floor_mod left_shift logical_and logical_or "
           "logical_xor maximum minimum mod multiply power right_shift subtract trunc_divide trunc_mod",
           2, tensors(binary));
  set_type(registry, "equal greater greater_equal less less_equal not_equal", 2, tensors(comparison));
  set_type(registry, "where", 3, tensors(where));
  set_type(registry, "nn.bias_add", 2, tensors(along_axis));
  set_type(registry, "nn.prelu", 2, tensors(prelu));
}

}  // namespace nw::op
