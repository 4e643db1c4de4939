// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing and sampling of images.
#include <fmt/format.h>

#include <cmath>

#include "op/conv.h"
#include "op/families.h"

namespace nw::op {

namespace {

std::string default_layout(size_t spatial_axes) {
  return "NC" + std::string("DHW").substr(3 - spatial_axes);
}

Result<DataLayout> image_layout(const TypeContext& c, size_t spatial_axes) {
  Result<DataLayout> layout = layout_attr(c.node, "layout", default_layout(spatial_axes));
  if (layout && c.args[0].shape.size() != layout->rank()) {
    return wrong_argument(c.node, 0, fmt::format("have {} dimensions", layout->rank()), c.args[0]);
  }
  return layout;
}

template <class F>
Type resized(const TypeContext& c, const DataLayout& layout, const F& size, DType dtype) {
  const Shape& data = c.args[0].shape;
  return Type::tensor(dtype, layout.shape_of([&](char axis) {
    return axis == 'N' || axis == 'C' ? layout.size_of(axis, data) : size(axis);
  }));
}

Result<Type> resize(const TypeContext& c, size_t spatial_axes) {
  Result<DataLayout> layout = image_layout(c, spatial_axes);
  if (!layout) return layout.diagnostics;
  const std::optional<Shape> size = graph::dims_attr(c.node.attrs, "size");
  if (!size || size->size() != spatial_axes) return wrong_attribute(c.node, "size", "must hold one number an axis");
  const std::string spatial = default_layout(spatial_axes).substr(2);
  return resized(
      c, *layout, [&](char axis) { return (*size)[spatial.find(axis)]; },
      dtype_attr(c.node.attrs, "out_dtype", c.args[0].dtype));
}

// round(size · scale), as TVM rounds it.
Dim scaled(const Dim& size, double scale) {
  constexpr int64_t kLargest = int64_t{1} << 40;
  if (const std::optional<int64_t> n = size.constant(); n && *n <= kLargest)
    return static_cast<int64_t>(std::round(static_cast<double>(*n) * scale));
  return size * Dim(static_cast<int64_t>(std::round(scale)));
}

Result<Type> upsampling(const TypeContext& c, size_t spatial_axes) {
  Result<DataLayout> layout = image_layout(c, spatial_axes);
  if (!layout) return layout.diagnostics;
  double scale[3] = {};
  const std::string spatial = default_layout(spatial_axes).substr(2);
  for (size_t i = 0; i < spatial_axes; ++i) {
    const std::string key = std::string("scale_") + static_cast<char>(spatial[i] - 'A' + 'a');
    // Before 0.6 there was one "scale" for all axes.
    scale[i] = graph::float_attr(c.node.attrs, key, graph::float_attr(c.node.attrs, "scale", 1.0));
    if (!(scale[i] > 0 && scale[i] < 1e6)) return wrong_attribute(c.node, key, "must be positive");
  }
  return resized(
      c, *layout, [&](char axis) { return scaled(layout->size_of(axis, c.args[0].shape), scale[spatial.find(axis)]); },
      c.args[0].dtype);
}

Result<Type> dyn_resize(const TypeContext& c, size_t spatial_axes) {
  Result<DataLayout> layout = image_layout(c, spatial_axes);
  if (!layout) return layout.diagnostics;
  if (has_attr(c.node.attrs, "result_shape"))
    return Type::tensor(c.args[0].dtype, result_dims(c, c.args[0].shape.size()));
  return resized(c, *layout, [&](char axis) { return new_symbol(c, std::string(1, axis).c_str()); }, c.args[0].dtype);
}

Result<Type> crop_and_resize(const TypeContext& c) {
  Result<DataLayout> layout = image_layout(c, 2);
  if (!layout) return layout.diagnostics;
  const std::vector<int64_t> size = graph::ints_attr(c.node.attrs, "crop_size", {});
  if (size.size() != 2) return wrong_attribute(c.node, "crop_size", "must hold two numbers");
  if (c.args[1].shape.size() != 2) return wrong_argument(c.node, 1, "have two dimensions", c.args[1]);
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", c.args[0].dtype), layout->shape_of([&](char axis) {
    if (axis == 'N') return c.args[1].shape[0];
    return axis == 'C' ? layout->size_of('C', c.args[0].shape) : Dim(size[axis == 'H' ? 0 : 1]);
  }));
}

Result<Type> affine_grid(const TypeContext& c) {
  const std::optional<Shape> size = graph::dims_attr(c.node.attrs, "target_shape");
  if (!size || size->size() != 2) return wrong_attribute(c.node, "target_shape", "must hold two numbers");
  if (c.args[0].shape.size() != 3) return wrong_argument(c.node, 0, "have three dimensions", c.args[0]);
  return Type::tensor(c.args[0].dtype, {c.args[0].shape[0], Dim(2), (*size)[0], (*size)[1]});
}

// theta (N, axes, axes + 1), size (N, C, spatial…)
Result<Type> onnx_affine_grid(const TypeContext& c) {
  const Shape& theta = c.args[0].shape;
  const std::optional<int64_t> axes = theta.size() == 3 ? theta[1].constant() : std::nullopt;
  if (axes != 2 && axes != 3) return wrong_argument(c.node, 0, "have the shape (N, 2, 3) or (N, 3, 4)", c.args[0]);
  Shape shape = result_dims(c, static_cast<size_t>(*axes) + 2);
  shape.front() = theta[0];
  shape.back() = Dim(*axes);
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

// columns (N, C · elements of a block, positions), size of the image, size of a block
Result<Type> onnx_col2im(const TypeContext& c) {
  if (c.args[0].shape.size() != 3) return wrong_argument(c.node, 0, "have three dimensions", c.args[0]);
  std::optional<Shape> shape = unknown_shape(c, c.args[1], 0);
  if (!shape) return wrong_argument(c.node, 1, "be a vector of known length", c.args[1]);
  *shape = result_dims(c, shape->size() + 2);
  shape->front() = c.args[0].shape[0];
  return Type::tensor(c.args[0].dtype, std::move(*shape));
}

// grid: (N, axes, spatial…)
Result<Type> grid_sample(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  const Shape& grid = c.args[1].shape;
  if (data.size() < 3 || grid.size() != data.size())
    return wrong_argument(c.node, 1, "have as many dimensions as the data", c.args[1]);
  Shape shape{data[0], data[1]};
  shape.insert(shape.end(), grid.begin() + 2, grid.end());
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> dilation2d(const TypeContext& c) {
  Result<DataLayout> layout = layout_attr(c.node, "data_layout", "NCHW");
  if (!layout) return layout.diagnostics;
  if (c.args[0].shape.size() != layout->rank()) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  graph::Node node = c.node;
  node.attrs["dilation"] = graph::ints(graph::ints_attr(c.node.attrs, "dilations", {1, 1}));
  Result<Window> window = window_of(node, 2);
  if (!window) return window.diagnostics;
  Result<DataLayout> kernel = layout_attr(c.node, "kernel_layout", "IHW");
  if (!kernel) return kernel.diagnostics;
  if (c.args[1].shape.size() != kernel->rank()) return wrong_argument(c.node, 1, "have three dimensions", c.args[1]);
  return resized(
      c, *layout,
      [&](char axis) {
        return window_output(layout->size_of(axis, c.args[0].shape), kernel->size_of(axis, c.args[1].shape), *window,
                             axis == 'H' ? 0 : 1);
      },
      c.args[0].dtype);
}

using Rule = Result<Type> (*)(const TypeContext&, size_t);

void add(Registry& registry, const char* name, int inputs, size_t axes, Rule rule) {
  set_type(registry, name, inputs, tensors([axes, rule](const TypeContext& c) { return rule(c, axes); }));
}

}  // namespace

void add_image(Registry& registry) {
  // Before 0.8: one operator for images of two axes; the region of interest came as an argument for a while.
  add(registry, "image.resize1d", -1, 1, resize);
  add(registry, "image.resize2d", -1, 2, resize);
  add(registry, "image.resize3d", -1, 3, resize);
  add(registry, "nn.upsampling", 1, 2, upsampling);
  add(registry, "nn.upsampling3d", 1, 3, upsampling);
  add(registry, "dyn.image.resize2d", 3, 2, dyn_resize);
  set_type(registry, "onnx.Resize", 3, tensors([](const TypeContext& c) -> Result<Type> {
             const size_t rank = c.args[0].shape.size();
             if (has_attr(c.node.attrs, "result_shape")) return Type::tensor(c.args[0].dtype, result_dims(c, rank));
             if (rank < 3 || rank > 5) return wrong_argument(c.node, 0, "have 3 to 5 dimensions", c.args[0]);
             return dyn_resize(c, rank - 2);
           }));
  add(registry, "dyn.nn.upsampling", 3, 2, dyn_resize);
  add(registry, "dyn.nn.upsampling3d", 4, 3, dyn_resize);
  set_type(registry, "image.crop_and_resize", 3, tensors(crop_and_resize));
  set_type(registry, "image.affine_grid", 1, tensors(affine_grid));
  set_type(registry, "onnx.AffineGrid", 2, tensors(onnx_affine_grid));
  set_type(registry, "onnx.Col2Im", 3, tensors(onnx_col2im));
  set_type(registry, "image.grid_sample", 2, tensors(grid_sample));
  set_type(registry, "image.dilation2d", 2, tensors(dilation2d));
}

}  // namespace nw::op
