// SPDX-License-Identifier: GPL-3.0-or-later
// Padding, dilation, and moving elements between space, depth and batch.
#include <fmt/format.h>

#include "op/conv.h"
#include "op/families.h"

namespace nw::op {

namespace {

// pad_width: one pair (before, after) for each axis.
Result<Type> pad(const TypeContext& c) {
  Shape shape = c.args[0].shape;
  if (c.args.size() > 2) return wrong_argument_count(c.node, 2);
  if (c.args.size() == 2 && !c.args[1].shape.empty() && graph::product(c.args[1].shape).constant() != 1)
    return wrong_argument(c.node, 1, "be one number", c.args[1]);
  const auto it = c.node.attrs.find("pad_width");
  const auto* widths = it == c.node.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (!widths || widths->size() != shape.size()) {
    return wrong_attribute(c.node, "pad_width", fmt::format("must hold {} pairs", shape.size()));
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    const std::optional<Shape> pair = graph::dims_attr({{"pair", (*widths)[i]}}, "pair");
    if (!pair || pair->size() != 2) return wrong_attribute(c.node, "pad_width", "must hold pairs");
    shape[i] = shape[i] + (*pair)[0] + (*pair)[1];
  }
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> dyn_pad(const TypeContext& c) {
  return Type::tensor(c.args[0].dtype, result_dims(c, c.args[0].shape.size()));
}

Result<Type> dilate(const TypeContext& c) {
  Shape shape = c.args[0].shape;
  const std::vector<int64_t> strides = graph::ints_attr(c.node.attrs, "strides", {});
  const bool positive = std::all_of(strides.begin(), strides.end(), [](int64_t s) { return s > 0; });
  if (strides.size() != shape.size() || !positive)
    return wrong_attribute(c.node, "strides", "must hold one positive number an axis");
  for (size_t i = 0; i < shape.size(); ++i) shape[i] = (shape[i] - Dim(1)) * Dim(strides[i]) + Dim(1);
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> depth_and_space(const TypeContext& c, bool to_space) {
  Result<DataLayout> layout = layout_attr(c.node, "layout", "NCHW");
  if (!layout) return layout.diagnostics;
  const Shape& data = c.args[0].shape;
  if (data.size() != layout->rank()) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  const int64_t block = graph::int_attr(c.node.attrs, "block_size", 0);
  constexpr int64_t kLargestBlock = 1 << 15;
  if (block < 1 || block > kLargestBlock) return wrong_attribute(c.node, "block_size", "must be positive");
  return Type::tensor(c.args[0].dtype, layout->shape_of([&](char axis) {
    Dim size = layout->size_of(axis, data);
    if (axis == 'N') return size;
    const Dim factor(axis == 'C' ? block * block : block);
    return (axis == 'C') == to_space ? graph::floor_div(size, factor) : size * factor;
  }));
}

// block_shape for the axes after the batch; paddings or crops as pairs.
Result<Type> batch_and_space(const TypeContext& c, bool to_space) {
  Shape shape = c.args[0].shape;
  const std::vector<int64_t> block = graph::ints_attr(c.node.attrs, "block_shape", {});
  const auto it = c.node.attrs.find(to_space ? "crops" : "paddings");
  const auto* pairs = it == c.node.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
  if (shape.size() < block.size() + 1 || !pairs || pairs->size() != block.size()) {
    return wrong_attribute(c.node, "block_shape", "must hold one number an axis after the batch");
  }
  Dim blocks(1);
  for (size_t i = 0; i < block.size(); ++i) {
    const std::vector<int64_t> pair = graph::ints_attr({{"pair", (*pairs)[i]}}, "pair", {});
    if (pair.size() != 2 || block[i] < 1) return wrong_attribute(c.node, "block_shape", "must hold positive numbers");
    blocks = blocks * Dim(block[i]);
    Dim& axis = shape[i + 1];
    axis = to_space ? axis * Dim(block[i]) - Dim(pair[0]) - Dim(pair[1])
                    : graph::floor_div(axis + Dim(pair[0]) + Dim(pair[1]), Dim(block[i]));
  }
  shape[0] = to_space ? graph::floor_div(shape[0], blocks) : shape[0] * blocks;
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

}  // namespace

void add_pad(Registry& registry) {
  set_type(registry, "nn.pad", 2, tensors(pad));
  registry.entry("nn.pad").num_inputs = -1;  // before 0.8 the value was an attribute
  set_type(registry, "nn.mirror_pad", 1, tensors(pad));
  set_type(registry, "dyn.nn.pad", 3, tensors(dyn_pad));
  set_type(registry, "nn.dilate", 1, tensors(dilate));
  set_type(registry, "nn.depth_to_space", 1, tensors([](const TypeContext& c) { return depth_and_space(c, true); }));
  set_type(registry, "nn.space_to_depth", 1, tensors([](const TypeContext& c) { return depth_and_space(c, false); }));
  set_type(registry, "nn.batch_to_space_nd", 1, tensors([](const TypeContext& c) { return batch_and_space(c, true); }));
  set_type(registry, "nn.space_to_batch_nd", 1,
           tensors([](const TypeContext& c) { return batch_and_space(c, false); }));
}

}  // namespace nw::op
