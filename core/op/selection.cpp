// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's operators whose axes or sizes come as tensors, or whose results are as many as the data say: onnx.Slice,
// onnx.Split, onnx.Reduce…, onnx.Compress, onnx.Unique, and their like.
#include <fmt/format.h>

#include <algorithm>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Result<Type> not_a_tensor(const TypeContext& c) {
  return wrong_argument(c.node, 0, "be a tensor", c.args.empty() ? Type() : c.args[0]);
}
bool takes_tensor(const TypeContext& c) {
  return !c.args.empty() && c.args[0].is_tensor();
}
// How many elements a vector argument has, where that is known.
std::optional<int64_t> length_of(const TypeContext& c, size_t argument) {
  if (argument >= c.args.size() || !c.args[argument].is_tensor()) return std::nullopt;
  const Shape& shape = c.args[argument].shape;
  return shape.empty() ? 1 : shape.size() == 1 ? shape[0].constant() : std::nullopt;
}

Result<Type> onnx_slice(const TypeContext& c) {
  if (!takes_tensor(c)) return not_a_tensor(c);
  return Type::tensor(c.args[0].dtype, result_dims(c, c.args[0].shape.size()));
}

Result<Type> onnx_split(const TypeContext& c) {
  if (!takes_tensor(c)) return not_a_tensor(c);
  Result<size_t> axis = axis_attr(c, "axis", 0, c.args[0].shape.size());
  if (!axis) return axis.diagnostics;
  const int64_t count = graph::int_attr(c.node.attrs, "num_outputs", 0);
  constexpr int64_t kMost = 1 << 16;
  if (count < 1 || count > kMost) return wrong_attribute(c.node, "num_outputs", "must be positive");
  const std::optional<Shape> sizes = graph::dims_attr(c.node.attrs, "sizes");
  std::vector<Type> parts(static_cast<size_t>(count), c.args[0]);
  for (size_t i = 0; i < parts.size(); ++i)
    parts[i].shape[*axis] = sizes && i < sizes->size() ? (*sizes)[i] : new_symbol(c, fmt::format("size{}", i).c_str());
  return Type::tuple(std::move(parts));
}

// data, axes
Result<Type> onnx_reduce(const TypeContext& c) {
  if (!takes_tensor(c)) return not_a_tensor(c);
  const size_t rank = c.args[0].shape.size();
  if (graph::int_attr(c.node.attrs, "keepdims", 1) != 0) return Type::tensor(c.args[0].dtype, result_dims(c, rank));
  const std::optional<int64_t> count = length_of(c, 1);
  if (!count) return Type::unknown();
  if (*count > static_cast<int64_t>(rank))
    return wrong_argument(c.node, 1, fmt::format("name at most {} axes", rank), c.args[1]);
  const bool none = graph::int_attr(c.node.attrs, "noop_with_empty_axes", 0) != 0;
  if (*count == 0) return none ? c.args[0] : Type::tensor(c.args[0].dtype, {});
  return Type::tensor(c.args[0].dtype, result_dims(c, rank - static_cast<size_t>(*count)));
}

Result<Type> same(const TypeContext& c) {
  return takes_tensor(c) ? Result<Type>(c.args[0]) : not_a_tensor(c);
}

// data, which of them: those along the axis, or of all elements in order.
Result<Type> compress(const TypeContext& c) {
  if (!takes_tensor(c)) return not_a_tensor(c);
  if (!has_attr(c.node.attrs, "axis")) return Type::tensor(c.args[0].dtype, {new_symbol(c, "count")});
  Shape shape = c.args[0].shape;
  Result<size_t> axis = axis_attr(c, "axis", 0, shape.size());
  if (!axis) return axis.diagnostics;
  shape[*axis] = new_symbol(c, "count");
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

// The different elements (or slices along the axis), the place of the first of each, which one each is, how often.
Result<Type> onnx_unique(const TypeContext& c) {
  if (!takes_tensor(c)) return not_a_tensor(c);
  Shape shape = c.args[0].shape;
  const Dim count = new_symbol(c, "count");
  Dim all = graph::product(shape);
  if (has_attr(c.node.attrs, "axis")) {
    Result<size_t> axis = axis_attr(c, "axis", 0, shape.size());
    if (!axis) return axis.diagnostics;
    all = shape[*axis];
    shape[*axis] = count;
  } else {
    shape = {count};
  }
  const auto places = [](const Dim& n) { return Type::tensor(DType::Int(64), {n}); };
  return Type::tuple({Type::tensor(c.args[0].dtype, std::move(shape)), places(count), places(all), places(count)});
}

Result<Type> eye_like(const TypeContext& c) {
  if (!takes_tensor(c)) return not_a_tensor(c);
  if (c.args[0].shape.size() != 2) return wrong_argument(c.node, 0, "have two dimensions", c.args[0]);
  return Type::tensor(dtype_attr(c.node.attrs, "dtype", c.args[0].dtype), c.args[0].shape);
}

Result<Type> det(const TypeContext& c) {
  if (!takes_tensor(c)) return not_a_tensor(c);
  const Shape& shape = c.args[0].shape;
  if (shape.size() < 2) return wrong_argument(c.node, 0, "have two dimensions at least", c.args[0]);
  return Type::tensor(c.args[0].dtype, Shape(shape.begin(), shape.end() - 2));
}

}  // namespace

void add_selection(Registry& registry) {
  set_type(registry, "onnx.Slice", -1, onnx_slice);
  set_type(registry, "onnx.Split", -1, onnx_split);
  set_type(registry, "onnx.ReduceMax onnx.ReduceMean onnx.ReduceMin onnx.ReduceProd onnx.ReduceSum", 2, onnx_reduce);
  set_type(registry, "onnx.CumSum onnx.CumProd", 2, same);
  set_type(registry, "onnx.Compress", 2, compress);
  set_type(registry, "onnx.Unique", 1, onnx_unique);
  set_type(registry, "onnx.EyeLike", 1, eye_like);
  set_type(registry, "onnx.Det", 1, det);
}

}  // namespace nw::op
