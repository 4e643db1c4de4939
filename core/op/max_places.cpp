// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's pooling that also tells where the greatest elements are (onnx.MaxPool), and its inverse (onnx.MaxUnpool).
#include <fmt/format.h>

#include "op/conv.h"
#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

std::optional<Diagnostic> not_an_image(const TypeContext& c) {
  if (!c.args.empty() && c.args[0].is_tensor() && c.args[0].shape.size() >= 3) return std::nullopt;
  return wrong_argument(c.node, 0, "have three dimensions at least", c.args.empty() ? Type() : c.args[0]);
}

// One number an axis, from 1 up.
Result<std::vector<int64_t>> sizes_attr(const TypeContext& c, const char* key, size_t axes, bool needed) {
  const std::vector<int64_t> sizes =
      graph::ints_attr(c.node.attrs, key, needed ? std::vector<int64_t>{} : std::vector<int64_t>(axes, 1));
  for (const int64_t size : sizes)
    if (size < 1 || size > (int64_t{1} << 30)) return wrong_attribute(c.node, key, "must be positive");
  if (sizes.size() != axes) return wrong_attribute(c.node, key, "must hold one number an axis");
  return sizes;
}

// Values and their places, counted over the whole tensor.
Result<Type> pool_with_places(const TypeContext& c) {
  if (auto wrong = not_an_image(c)) return *wrong;
  Shape shape = c.args[0].shape;
  const size_t axes = shape.size() - 2;
  const Result<std::vector<int64_t>> kernel = sizes_attr(c, "pool_size", axes, true);
  const Result<std::vector<int64_t>> strides = sizes_attr(c, "strides", axes, false);
  const Result<std::vector<int64_t>> dilation = sizes_attr(c, "dilation", axes, false);
  for (const auto* list : {&kernel, &strides, &dilation})
    if (!list->value) return list->diagnostics;
  const std::vector<int64_t> pads = graph::ints_attr(c.node.attrs, "padding", std::vector<int64_t>(2 * axes, 0));
  if (pads.size() != 2 * axes) return wrong_attribute(c.node, "padding", "must hold two numbers an axis");
  const bool ceil = graph::bool_attr(c.node.attrs, "ceil_mode", false);
  for (size_t i = 0; i < axes; ++i) {
    const Dim room = shape[i + 2] + Dim(pads[i]) + Dim(pads[i + axes]) - Dim(((*kernel)[i] - 1) * (*dilation)[i] + 1);
    const Dim stride((*strides)[i]);
    shape[i + 2] =
        ceil ? windows_rounded_up(room, shape[i + 2] + Dim(pads[i]), stride) : graph::floor_div(room, stride) + Dim(1);
  }
  return Type::tuple({Type::tensor(c.args[0].dtype, shape), Type::tensor(DType::Int(64), shape)});
}

// values, places, the result's shape where it is given.
Result<Type> max_unpool(const TypeContext& c) {
  if (auto wrong = not_an_image(c)) return *wrong;
  Shape shape = c.args[0].shape;
  if (c.args.size() > 2) {
    if (const auto wanted = constant_ints(c.constants[2]); wanted && wanted->size() == shape.size())
      return Type::tensor(c.args[0].dtype, Shape(wanted->begin(), wanted->end()));
    return Type::tensor(c.args[0].dtype, result_dims(c, shape.size()));
  }
  const size_t axes = shape.size() - 2;
  const Result<std::vector<int64_t>> kernel = sizes_attr(c, "kernel_shape", axes, true);
  const Result<std::vector<int64_t>> strides = sizes_attr(c, "strides", axes, false);
  for (const auto* list : {&kernel, &strides})
    if (!list->value) return list->diagnostics;
  const std::vector<int64_t> pads = graph::ints_attr(c.node.attrs, "pads", std::vector<int64_t>(2 * axes, 0));
  if (pads.size() != 2 * axes) return wrong_attribute(c.node, "pads", "must hold two numbers an axis");
  for (size_t i = 0; i < axes; ++i)
    shape[i + 2] =
        (shape[i + 2] - Dim(1)) * Dim((*strides)[i]) + Dim((*kernel)[i]) - Dim(pads[i]) - Dim(pads[i + axes]);
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

}  // namespace

void add_max_places(Registry& registry) {
  set_type(registry, "onnx.MaxPool", 1, pool_with_places);
  set_type(registry, "onnx.MaxUnpool", -1, max_unpool);
}

}  // namespace nw::op
