// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of object detection.
#include <fmt/format.h>

#include "op/conv.h"
#include "op/families.h"

namespace nw::op {

namespace {

Result<Type> roi(const TypeContext& c) {
  Result<DataLayout> layout = layout_attr(c.node, "layout", "NCHW");
  if (!layout) return layout.diagnostics;
  if (c.args[0].shape.size() != layout->rank()) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  if (c.args[1].shape.size() != 2) return wrong_argument(c.node, 1, "have two dimensions", c.args[1]);
  const auto size = repeat_to(graph::ints_attr(c.node.attrs, "pooled_size", {}), 2);
  if (!size) return wrong_attribute(c.node, "pooled_size", "must hold two numbers");
  return Type::tensor(c.args[0].dtype, layout->shape_of([&](char axis) {
    if (axis == 'N') return c.args[1].shape[0];
    return axis == 'C' ? layout->size_of('C', c.args[0].shape) : Dim((*size)[axis == 'H' ? 0 : 1]);
  }));
}

// boxes (B, N, 4), scores (B, C, N): selected rows [batch, class, box] and how many of them count.
Result<Type> all_class_nms(const TypeContext& c) {
  if (c.args[0].shape.size() != 3) return wrong_argument(c.node, 0, "have three dimensions", c.args[0]);
  if (c.args[1].shape.size() != 3) return wrong_argument(c.node, 1, "have three dimensions", c.args[1]);
  const Dim boxes = c.args[0].shape[1];
  const Dim classes = c.args[0].shape[0] * c.args[1].shape[1];
  if (graph::string_attr(c.node.attrs, "output_format", "onnx") == "onnx") {
    return Type::tuple(
        {Type::tensor(DType::Int(64), {classes * boxes, Dim(3)}), Type::tensor(DType::Int(64), {Dim(1)})});
  }
  const Dim all = c.args[1].shape[1] * boxes;
  const Dim& batch = c.args[0].shape[0];
  return Type::tuple({Type::tensor(DType::Int(64), {batch, all, Dim(2)}), Type::tensor(DType::Float(32), {batch, all}),
                      Type::tensor(DType::Int(64), {batch})});
}

Result<Type> nms(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  if (data.size() != 3) return wrong_argument(c.node, 0, "have three dimensions", c.args[0]);
  if (!graph::bool_attr(c.node.attrs, "return_indices", true)) return c.args[0];
  return Type::tuple(
      {Type::tensor(DType::Int(32), {data[0], data[1]}), Type::tensor(DType::Int(32), {data[0], Dim(1)})});
}

Result<Type> valid_counts(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  if (data.size() != 3) return wrong_argument(c.node, 0, "have three dimensions", c.args[0]);
  return Type::tuple(
      {Type::tensor(DType::Int(32), {data[0]}), c.args[0], Type::tensor(DType::Int(32), {data[0], data[1]})});
}

Result<Type> multibox_prior(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  if (data.size() != 4) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  const auto count = [&](const char* key) {
    const auto it = c.node.attrs.find(key);
    const auto* list = it == c.node.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
    return list ? static_cast<int64_t>(list->size()) : 1;
  };
  const Dim boxes(count("sizes") + count("ratios") - 1);
  return Type::tensor(c.args[0].dtype, {Dim(1), data[2] * data[3] * boxes, Dim(4)});
}

Result<Type> multibox_transform(const TypeContext& c) {
  const Shape& classes = c.args[0].shape;
  if (classes.size() != 3) return wrong_argument(c.node, 0, "have three dimensions", c.args[0]);
  return Type::tuple(
      {Type::tensor(c.args[0].dtype, {classes[0], classes[2], Dim(6)}), Type::tensor(DType::Int(32), {classes[0]})});
}

// For each image the boxes that are kept, with the index of their score.
Result<Type> proposal(const TypeContext& c) {
  const Shape& scores = c.args[0].shape;
  if (scores.size() != 4) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  const int64_t kept = graph::int_attr(c.node.attrs, "rpn_post_nms_top_n", 300);
  return Type::tensor(c.args[0].dtype, {scores[0] * Dim(kept), Dim(5)});
}

Result<Type> yolo_reorg(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  const int64_t stride = graph::int_attr(c.node.attrs, "stride", 0);
  if (data.size() != 4) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  constexpr int64_t kLargest = 1 << 15;
  if (stride < 1 || stride > kLargest) return wrong_attribute(c.node, "stride", "must be positive");
  return Type::tensor(c.args[0].dtype, {data[0], data[1] * Dim(stride * stride), graph::floor_div(data[2], Dim(stride)),
                                        graph::floor_div(data[3], Dim(stride))});
}

Result<Type> deformable_conv2d(const TypeContext& c) {
  Result<DataLayout> layout = layout_attr(c.node, "data_layout", "NCHW");
  if (!layout) return layout.diagnostics;
  Result<DataLayout> kernel = layout_attr(c.node, "kernel_layout", "OIHW");
  if (!kernel) return kernel.diagnostics;
  if (c.args[0].shape.size() != layout->rank()) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  if (c.args[2].shape.size() != kernel->rank()) return wrong_argument(c.node, 2, "have four dimensions", c.args[2]);
  Result<Window> window = window_of(c.node, 2);
  if (!window) return window.diagnostics;
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", c.args[0].dtype), layout->shape_of([&](char axis) {
    if (axis == 'N') return layout->size_of('N', c.args[0].shape);
    if (axis == 'C') return kernel->size_of('O', c.args[2].shape);
    return window_output(layout->size_of(axis, c.args[0].shape), kernel->size_of(axis, c.args[2].shape), *window,
                         axis == 'H' ? 0 : 1);
  }));
}

}  // namespace

void add_vision(Registry& registry) {
  set_type(registry, "vision.roi_align vision.roi_pool", 2, tensors(roi));
  set_type(registry, "vision.all_class_non_max_suppression", 5, tensors(all_class_nms));
  set_type(registry, "vision.non_max_suppression", -1, tensors(nms));
  set_type(registry, "vision.get_valid_counts", 2, tensors(valid_counts));
  set_type(registry, "vision.multibox_prior", 1, tensors(multibox_prior));
  set_type(registry, "vision.multibox_transform_loc", 3, tensors(multibox_transform));
  set_type(registry, "vision.proposal", 3, tensors(proposal));
  set_type(registry, "vision.yolo_reorg", 1, tensors(yolo_reorg));
  set_type(registry, "nn.deformable_conv2d", 3, tensors(deformable_conv2d));
}

}  // namespace nw::op
