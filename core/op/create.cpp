// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that create tensors from attributes: full, zeros, ones, arange, one_hot; and those that return shapes.
#include <cmath>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

// The attribute "shape", or a constant argument in its place.
std::optional<Shape> shape_of(const TypeContext& c, size_t argument) {
  if (std::optional<Shape> shape = graph::dims_attr(c.node.attrs, "shape")) return shape;
  if (argument >= c.constants.size()) return std::nullopt;
  const auto values = constant_ints(c.constants[argument]);
  if (!values) return std::nullopt;
  return Shape(values->begin(), values->end());
}

Result<Type> full(const TypeContext& c, size_t shape_argument, DType fallback) {
  const std::optional<Shape> shape = shape_of(c, shape_argument);
  if (!shape) {
    if (shape_argument >= c.args.size()) return wrong_attribute(c.node, "shape", "must list dimensions");
    const std::optional<Shape> unknown = unknown_shape(c, c.args[shape_argument]);
    return unknown ? Type::tensor(dtype_attr(c.node.attrs, "dtype", fallback), *unknown) : Type::unknown();
  }
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", fallback), *shape);
}

Result<Type> full_of(const TypeContext& c) {
  if (!c.args[0].shape.empty()) return wrong_argument(c.node, 0, "be a scalar", c.args[0]);
  return full(c, 1, c.args[0].dtype);
}
Result<Type> zeros(const TypeContext& c) {
  return full(c, 0, DType::Float(32));
}

Result<Type> arange(const TypeContext& c) {
  const DType dtype = dtype_attr(c.node.attrs, "dtype", c.args[0].dtype);
  double values[3] = {};
  for (size_t i = 0; i < 3; ++i) {
    if (c.constants[i].bytes() && c.constants[i].size() == 1)
      values[i] = c.constants[i].at(0);
    else
      return Type::tensor(dtype, {has_attr(c.node.attrs, "result_shape") ? result_dim(c, 0) : new_symbol(c, "length")});
  }
  const double count = values[2] == 0 ? -1 : std::ceil((values[1] - values[0]) / values[2]);
  if (!(std::abs(count) < 1e15)) return wrong_argument(c.node, 2, "give a finite number of steps", c.args[2]);
  return Type::tensor(dtype, {Dim(static_cast<int64_t>(std::max(count, 0.0)))});
}

Result<Type> one_hot(const TypeContext& c) {
  int64_t depth = graph::int_attr(c.node.attrs, "depth", -1);
  if (depth < 0 && c.constants.size() > 3 && c.constants[3].size() == 1) depth = c.constants[3].int_at(0);
  if (depth < 0 && c.args.size() < 4) return wrong_attribute(c.node, "depth", "must be positive");
  Shape shape = c.args[0].shape;
  const int64_t axis = graph::int_attr(c.node.attrs, "axis", -1);
  const std::optional<size_t> at = axis_of(axis, shape.size() + 1);
  if (!at) return wrong_attribute(c.node, "axis", "must be an axis of the result");
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*at), depth < 0 ? result_dim(c, *at) : Dim(depth));
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", c.args[1].dtype), std::move(shape));
}

Result<Type> shape_of_data(const TypeContext& c) {
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", DType::Int(32)),
                      {Dim(static_cast<int64_t>(c.args[0].shape.size()))});
}

Result<Type> ndarray_size(const TypeContext& c) {
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", DType::Int(32)), {});
}

// A key and numbers of the shape asked for.
Result<Type> random_numbers(const TypeContext& c) {
  const std::optional<Shape> shape = graph::dims_attr(c.node.attrs, "out_shape");
  if (!shape) return wrong_attribute(c.node, "out_shape", "must list dimensions");
  return Type::tuple({c.args[0], Type::tensor(dtype_attr(c.node.attrs, "out_dtype", DType::Float(32)), *shape)});
}

Result<Type> threefry_generate(const TypeContext& c) {
  const std::optional<Shape> shape = graph::dims_attr(c.node.attrs, "out_shape");
  if (!shape) return wrong_attribute(c.node, "out_shape", "must list dimensions");
  return Type::tuple({c.args[0], Type::tensor(DType::UInt(64), *shape)});
}

Result<Type> threefry_split(const TypeContext& c) {
  return Type::tuple({c.args[0], c.args[0]});
}

Result<Type> multinomial(const TypeContext& c) {
  Shape shape = c.args[1].shape;
  if (shape.empty()) return wrong_argument(c.node, 1, "have a dimension", c.args[1]);
  shape.back() = Dim(graph::int_attr(c.node.attrs, "num_samples", 1));
  return Type::tuple({c.args[0], Type::tensor(DType::Int(32), std::move(shape))});
}

}  // namespace

void add_create(Registry& registry) {
  set_type(registry, "full", 1, tensors(full_of));
  set_type(registry, "dyn.full", 2, tensors(full_of));
  set_type(registry, "zeros ones", 0, zeros);
  set_type(registry, "dyn.zeros dyn.ones", 1, tensors(zeros));
  set_type(registry, "arange", 3, tensors(arange));
  set_type(registry, "one_hot", 3, tensors(one_hot));
  set_type(registry, "dyn.one_hot", 4, tensors(one_hot));
  set_type(registry, "shape_of vm.shape_of", 1, tensors(shape_of_data));
  set_type(registry, "ndarray_size", 1, tensors(ndarray_size));
  set_type(registry, "random.uniform random.normal", 3, tensors(random_numbers));
  set_type(registry, "random.threefry_generate", 1, tensors(threefry_generate));
  set_type(registry, "random.threefry_split", 1, tensors(threefry_split));
  set_type(registry, "random.multinomial", 2, tensors(multinomial));
}

}  // namespace nw::op
