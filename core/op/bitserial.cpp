// SPDX-License-Identifier: GPL-3.0-or-later
// Convolution and product of numbers packed bit by bit.
#include <fmt/format.h>

#include "op/conv.h"
#include "op/families.h"

namespace nw::op {

namespace {

Result<Type> bitserial_conv2d(const TypeContext& c) {
  Result<DataLayout> layout = layout_attr(c.node, "data_layout", "NCHW");
  if (!layout) return layout.diagnostics;
  const Shape& data = c.args[0].shape;
  if (data.size() != layout->rank()) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  Result<Window> window = window_of(c.node, 2);
  if (!window) return window.diagnostics;
  const std::vector<int64_t> kernel =
      graph::ints_attr(c.node.attrs, "kernel_size", {3, 3});  // as its attributes default
  const int64_t channels = graph::int_attr(c.node.attrs, "channels", 0);
  if (kernel.size() != 2) return wrong_attribute(c.node, "kernel_size", "must hold two numbers");
  if (channels <= 0) return wrong_attribute(c.node, "channels", "must be positive");
  const Shape shape = layout->shape_of([&](char axis) {
    if (axis == 'N') return layout->size_of('N', data);
    if (axis == 'C') return Dim(channels);
    const size_t i = axis == 'H' ? 0 : 1;
    return window_output(layout->size_of(axis, data), Dim(kernel[i]), *window, i);
  });
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", DType::Int(16)), shape);
}

Result<Type> bitserial_dense(const TypeContext& c) {
  if (c.args[0].shape.empty()) return wrong_argument(c.node, 0, "have dimensions", c.args[0]);
  Shape shape = c.args[0].shape;
  if (has_attr(c.node.attrs, "units")) {
    shape.back() = Dim(graph::int_attr(c.node.attrs, "units", 0));
  } else {
    if (c.args[1].shape.empty()) return wrong_argument(c.node, 1, "have dimensions", c.args[1]);
    shape.back() = c.args[1].shape[0];
  }
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", DType::Int(16)), std::move(shape));
}

// One axis of numbers becomes an axis of packed words and one of bits.
Result<Type> bitpack(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  const int64_t bits = graph::int_attr(c.node.attrs, "bits", 1);
  Result<size_t> pack_axis = axis_attr(c, "pack_axis", 1, data.size());
  if (!pack_axis) return pack_axis.diagnostics;
  const int64_t bit_axis = graph::int_attr(c.node.attrs, "bit_axis", -1);
  const DType pack_type = dtype_attr(c.node.attrs, "pack_type", DType::UInt(32));
  if (bits < 1 || pack_type.bits < 1) return wrong_attribute(c.node, "bits", "must be positive");
  if (bit_axis < -1 || bit_axis > static_cast<int64_t>(data.size())) {
    return wrong_attribute(c.node, "bit_axis",
                           fmt::format("must lie within the {} axes of the result", data.size() + 1));
  }
  Shape shape = data;
  shape[*pack_axis] = graph::floor_div(data[*pack_axis], Dim(pack_type.bits));
  const auto at = bit_axis < 0 ? shape.end() : shape.begin() + bit_axis;
  shape.insert(at, Dim(bits));
  return Type::tensor(pack_type, std::move(shape));
}

}  // namespace

void add_bitserial(Registry& registry) {
  set_type(registry, "nn.bitserial_conv2d", 2, tensors(bitserial_conv2d));
  set_type(registry, "nn.bitserial_dense", 2, tensors(bitserial_dense));
  set_type(registry, "nn.bitpack", 1, tensors(bitpack));
}

}  // namespace nw::op
