// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions whose weight has been transformed (Winograd, GEMM, NNPACK), so that the kernel's size is an attribute;
// and the gradient of a convolution's weight.
#include <fmt/format.h>

#include "op/conv.h"
#include "op/families.h"

namespace nw::op {

namespace {

Result<Type> winograd_weight_2d(const TypeContext& c) {
  const Shape& w = c.args[0].shape;
  if (w.size() != 4) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  const Dim tile = Dim(graph::int_attr(c.node.attrs, "tile_size", 0)) - Dim(1);
  return Type::tensor(c.args[0].dtype, {w[2] + tile, w[3] + tile, w[0], w[1]});
}

// The depth is transformed as well where it is as long as the height, and between 3 and 7.
Result<Type> winograd_weight_3d(const TypeContext& c) {
  const Shape& w = c.args[0].shape;
  if (w.size() != 5) return wrong_argument(c.node, 0, "have five dimensions", c.args[0]);
  const Dim tile = Dim(graph::int_attr(c.node.attrs, "tile_size", 0)) - Dim(1);
  const int64_t depth = w[2].constant().value_or(0);
  const bool deep = depth > 2 && depth < 8 && graph::same(w[2], w[3]);
  if (deep) return Type::tensor(c.args[0].dtype, {w[2] + tile, w[3] + tile, w[4] + tile, w[0], w[1]});
  return Type::tensor(c.args[0].dtype, {w[3] + tile, w[4] + tile, w[2], w[0], w[1]});
}

Result<Type> transformed_conv(const TypeContext& c, const std::string& layout_name) {
  const size_t axes = layout_name.size() - 2;
  Result<DataLayout> layout = layout_attr(c.node, "data_layout", layout_name);
  if (!layout) return layout.diagnostics;
  if (c.args[0].shape.size() != layout->rank())
    return wrong_argument(c.node, 0, fmt::format("have {} dimensions", layout->rank()), c.args[0]);
  Result<Window> window = window_of(c.node, axes);
  if (!window) return window.diagnostics;
  const auto kernel = repeat_to(graph::ints_attr(c.node.attrs, "kernel_size", {}), axes);
  if (!kernel) return wrong_attribute(c.node, "kernel_size", "must hold one number an axis");
  if (!has_attr(c.node.attrs, "channels")) return wrong_attribute(c.node, "channels", "must be given");
  Dim channels(graph::int_attr(c.node.attrs, "channels", 0));
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", c.args[0].dtype), layout->shape_of([&](char axis) {
    Dim in = layout->size_of(axis, c.args[0].shape);
    if (axis == 'N') return in;
    if (axis == 'C') return channels;
    const size_t i = layout_name.find(axis) - 2;
    return window_output(in, Dim((*kernel)[i]), *window, i);
  }));
}

// Weights (H, W, I, O) as a matrix of O rows, in tiles.
Result<Type> gemm_weight(const TypeContext& c) {
  const Shape& w = c.args[0].shape;
  if (w.size() != 4) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  const int64_t rows = graph::int_attr(c.node.attrs, "tile_N", 0);
  const int64_t columns = graph::int_attr(c.node.attrs, "tile_K", 0);
  if (rows < 1) return wrong_attribute(c.node, "tile_N", "must be at least 1");
  if (columns < 1) return wrong_attribute(c.node, "tile_K", "must be at least 1");
  return Type::tensor(c.args[0].dtype, {graph::ceil_div(w[3], Dim(rows)),
                                        graph::ceil_div(w[0] * w[1] * w[2], Dim(columns)), Dim(rows), Dim(columns)});
}

// NNPACK's tiles of a 3x3 kernel are 8x8.
Result<Type> nnpack_weight(const TypeContext& c) {
  const Shape& w = c.args[0].shape;
  if (w.size() != 4) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", c.args[0].dtype), {w[0], w[1], Dim(8), Dim(8)});
}

// From the result's gradient (NCHW) and the data to a gradient of the weight (OIHW).
Result<Type> conv2d_backward_weight(const TypeContext& c) {
  const Shape &grad = c.args[0].shape, &data = c.args[1].shape;
  if (grad.size() != 4) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  if (data.size() != 4) return wrong_argument(c.node, 1, "have four dimensions", c.args[1]);
  const auto kernel = repeat_to(graph::ints_attr(c.node.attrs, "kernel_size", {}), 2);
  const int64_t groups = graph::int_attr(c.node.attrs, "groups", 1);
  if (!kernel) return wrong_attribute(c.node, "kernel_size", "must hold one number an axis");
  if (groups < 1) return wrong_attribute(c.node, "groups", "must be at least 1");
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", c.args[0].dtype),
                      {grad[1], graph::floor_div(data[1], Dim(groups)), Dim((*kernel)[0]), Dim((*kernel)[1])});
}

}  // namespace

void add_conv_transforms(Registry& registry) {
  set_type(registry, "nn.contrib_conv2d_winograd_weight_transform", 1, tensors(winograd_weight_2d));
  set_type(registry, "nn.contrib_conv3d_winograd_weight_transform", 1, tensors(winograd_weight_3d));
  set_type(registry, "nn.contrib_conv2d_gemm_weight_transform", 1, tensors(gemm_weight));
  set_type(registry, "nn.contrib_conv2d_winograd_nnpack_weight_transform", 1, tensors(nnpack_weight));
  set_type(registry,
           "nn.contrib_conv2d_winograd_without_weight_transform nn.contrib_conv2d_gemm_without_weight_transform", 2,
           tensors([](const TypeContext& c) { return transformed_conv(c, "NCHW"); }));
  set_type(registry, "nn.contrib_conv3d_winograd_without_weight_transform", 2,
           tensors([](const TypeContext& c) { return transformed_conv(c, "NCDHW"); }));
  set_type(registry, "nn.conv2d_backward_weight", 2, tensors(conv2d_backward_weight));
}

}  // namespace nw::op
