// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse matrices. Compressed by rows they are (data, indices, indptr), with one number for each element or block; as
// coordinates they are (indices, values) and a dense shape.
#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Result<Type> sparse_dense(const TypeContext& c) {
  const bool sparse_left = graph::bool_attr(c.node.attrs, "sparse_lhs", false);
  const Shape &dense = c.args[0].shape, &values = c.args[1].shape, &rows = c.args[3].shape;
  if (dense.size() != 2) return wrong_argument(c.node, 0, "have two dimensions", c.args[0]);
  if (values.size() != 1 && values.size() != 3)
    return wrong_argument(c.node, 1, "have one dimension, or three", c.args[1]);
  if (rows.size() != 1) return wrong_argument(c.node, 3, "have one dimension", c.args[3]);
  Dim count = rows[0] - Dim(1);
  if (values.size() == 3) count = count * values[1];
  return Type::tensor(c.args[0].dtype, sparse_left ? Shape{count, dense[0]} : Shape{dense[0], count});
}

// The weight's blocks give its rows, the kernel is 1x1 or padded to keep the size.
Result<Type> sparse_conv2d(const TypeContext& c) {
  const Shape &data = c.args[0].shape, &blocks = c.args[1].shape, &rows = c.args[3].shape;
  if (data.size() != 4) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  if (blocks.size() != 2 && blocks.size() != 3)
    return wrong_argument(c.node, 1, "have two dimensions, or three", c.args[1]);
  if (rows.size() != 1) return wrong_argument(c.node, 3, "have one dimension", c.args[3]);
  const std::string layout = graph::string_attr(c.node.attrs, "layout", "NHWC");
  if (layout != "NHWC" && layout != "NCHW") return wrong_attribute(c.node, "layout", "must be NHWC or NCHW");
  Shape shape = data;
  shape[layout.find('C')] = (rows[0] - Dim(1)) * blocks[1];
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> sparse_parts(const TypeContext& c) {
  return Type::tuple(c.args);
}

// How many rows are empty depends on values: the new indices, the positions of the new values, and the rows that were
// empty.
Result<Type> sparse_fill_empty_rows(const TypeContext& c) {
  const Shape& indices = c.args[0].shape;
  if (indices.size() != 2) return wrong_argument(c.node, 0, "have two dimensions", c.args[0]);
  const Dim filled = new_symbol(c, "filled");
  return Type::tuple({Type::tensor(DType::Int(64), {filled, indices[1]}), Type::tensor(DType::Int(64), {filled}),
                      Type::tensor(DType::Int(64), {new_symbol(c, "empty")})});
}

Result<Type> sparse_reshape(const TypeContext& c) {
  if (c.args[0].shape.size() != 2) return wrong_argument(c.node, 0, "have two dimensions", c.args[0]);
  if (c.args[2].shape.size() != 1) return wrong_argument(c.node, 2, "have one dimension", c.args[2]);
  return Type::tuple({Type::tensor(c.args[0].dtype, {c.args[0].shape[0], c.args[2].shape[0]}), c.args[2]});
}

// indices, the dense shape, values, what is elsewhere
Result<Type> dyn_sparse_to_dense(const TypeContext& c) {
  if (const auto sizes = constant_ints(c.constants[1]))
    return Type::tensor(c.args[2].dtype, Shape(sizes->begin(), sizes->end()));
  std::optional<Shape> unknown = unknown_shape(c, c.args[1]);
  return unknown ? Type::tensor(c.args[2].dtype, std::move(*unknown)) : Type::unknown();
}

}  // namespace

void add_sparse(Registry& registry) {
  set_type(registry, "nn.sparse_dense nn.internal.sparse_dense_padded", 4, tensors(sparse_dense));
  set_type(registry, "nn.sparse_conv2d", 4, tensors(sparse_conv2d));
  set_type(registry, "nn.sparse_add", 4, tensors(same_as_data));
  set_type(registry, "nn.sparse_transpose", 3, tensors(sparse_parts));
  set_type(registry, "sparse_fill_empty_rows", 4, tensors(sparse_fill_empty_rows));
  set_type(registry, "sparse_reshape", 3, tensors(sparse_reshape));
  set_type(registry, "dyn.sparse_to_dense", 4, tensors(dyn_sparse_to_dense));
}

}  // namespace nw::op
