// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized operators: their first arguments have the shapes of the plain operator, then come scales and zero points.
#include <fmt/format.h>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Result<Type> with_out_dtype(const TypeContext& c, DType fallback) {
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", fallback), c.args[0].shape);
}

// The rule of the plain operator on the first `operands` arguments.
TypeRule like(const Registry& registry, const char* plain, size_t operands, DType fallback) {
  const TypeRule rule = registry.find(plain)->type;
  return tensors([rule, operands, fallback](const TypeContext& c) -> Result<Type> {
    if (c.args.size() < operands) return wrong_argument_count(c.node, operands);
    TypeContext first{c.node, {c.args.begin(), c.args.begin() + static_cast<std::ptrdiff_t>(operands)}, {}, c.graph};
    first.constants.resize(operands);
    Result<Type> type = rule(first);
    if (type.value && type.value->is_tensor()) type.value->dtype = dtype_attr(c.node.attrs, "out_dtype", fallback);
    return type;
  });
}

// The plain operator's rule on the first argument, which it has the type of.
TypeRule of_first(const Registry& registry, const char* plain) {
  return [rule = registry.find(plain)->type](const TypeContext& c) {
    return rule(TypeContext{c.node, {c.args[0]}, {NDArray()}, c.graph});
  };
}

// A scale or zero point is one number, or one for each element of the axis.
std::optional<Diagnostic> not_a_scale(const TypeContext& c, size_t argument) {
  const Shape& shape = c.args[argument].shape;
  if (shape.empty() || (shape.size() == 1 && (shape[0].is_dynamic() || shape[0].constant() == 1))) return std::nullopt;
  const auto axis = axis_of(graph::int_attr(c.node.attrs, "axis", -1), c.args[0].shape.size());
  const Dim length = axis ? c.args[0].shape[*axis] : Dim(1);
  if (shape.size() == 1 && (length.is_dynamic() || graph::same(shape[0], length))) return std::nullopt;
  return wrong_argument(c.node, argument,
                        fmt::format("be one number or a vector of {} elements", graph::to_string(length)),
                        c.args[argument]);
}

TypeRule scaled(DType fallback) {
  return tensors([fallback](const TypeContext& c) -> Result<Type> {
    for (size_t i = 1; i < c.args.size(); ++i)
      if (auto wrong = not_a_scale(c, i)) return *wrong;
    return with_out_dtype(c, fallback);
  });
}

// lhs, rhs, and three pairs of scale and zero point.
Result<Type> quantized_binary(const TypeContext& c) {
  if (c.args.size() < 2) return wrong_argument_count(c.node, 8);
  std::optional<Shape> shape = broadcast(c.args[0].shape, c.args[1].shape);
  if (!shape) {
    return shapes_disagree(c.node, fmt::format("the shapes {} and {} cannot be broadcast to one",
                                               graph::to_string(c.args[0].shape), graph::to_string(c.args[1].shape)));
  }
  return Type::tensor(c.args[0].dtype, std::move(*shape));
}

}  // namespace

void add_quantized(Registry& registry) {
  set_type(registry, "qnn.quantize", 3, scaled(DType::Int(8)));
  set_type(registry, "qnn.dequantize", 3, scaled(DType::Float(32)));
  set_type(registry, "qnn.requantize", 5, scaled(DType::Int(8)));
  set_type(registry, "qnn.simulated_quantize qnn.simulated_dequantize", 4, tensors(same_as_data));
  set_type(registry,
           "qnn.abs qnn.erf qnn.exp qnn.hardswish qnn.leaky_relu qnn.log qnn.rsqrt qnn.sigmoid qnn.softmax qnn.sqrt "
           "qnn.tanh",
           -1, tensors(same_as_data));
  set_type(registry, "qnn.add qnn.mul qnn.subtract", -1, tensors(quantized_binary));
  set_type(registry, "qnn.conv2d", 6, like(registry, "nn.conv2d", 2, DType::Int(32)));
  set_type(registry, "qnn.conv2d_transpose", 6, like(registry, "nn.conv2d_transpose", 2, DType::Int(32)));
  set_type(registry, "qnn.dense", 6, like(registry, "nn.dense", 2, DType::Int(32)));
  set_type(registry, "qnn.batch_matmul", 6, like(registry, "nn.batch_matmul", 2, DType::Int(32)));
  set_type(registry, "qnn.concatenate", 5, of_first(registry, "concatenate"));
  set_type(registry, "qnn.avg_pool2d", 5, of_first(registry, "nn.avg_pool2d"));
}

}  // namespace nw::op
