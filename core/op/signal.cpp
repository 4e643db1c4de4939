// SPDX-License-Identifier: GPL-3.0-or-later
// Signal processing: sliding windows, Fourier transforms, correlation of two images, a first-in-first-out buffer.
#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

// Patches of the first image against displaced patches of the second.
Result<Type> correlation(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  if (data.size() != 4) return wrong_argument(c.node, 0, "have four dimensions", c.args[0]);
  const auto number = [&](const char* key) { return graph::int_attr(c.node.attrs, key, 1); };
  const int64_t stride1 = number("stride1"), stride2 = number("stride2"), reach = number("max_displacement");
  if (stride1 < 1 || stride2 < 1 || reach < 0) return wrong_attribute(c.node, "stride1", "must be at least 1");
  const auto pad = repeat_to(graph::ints_attr(c.node.attrs, "padding", {0}), 4);
  const auto pair = repeat_to(graph::ints_attr(c.node.attrs, "padding", {0}), 2);
  if (!pad && !pair) return wrong_attribute(c.node, "padding", "must hold one, two or four numbers");
  const auto padding = [&](size_t side) {
    return pad ? Dim((*pad)[side]) + Dim((*pad)[side + 2]) : Dim((*pair)[side]) * Dim(2);
  };
  const Dim border = Dim(reach) + graph::floor_div(Dim(number("kernel_size")) - Dim(1), Dim(2));
  const Dim side = Dim(reach / stride2) * Dim(2) + Dim(1);
  const auto along = [&](const Dim& in, const Dim& padded) {
    return graph::ceil_div(in + padded - border * Dim(2), Dim(stride1));
  };
  return Type::tensor(c.args[0].dtype, {data[0], side * side, along(data[2], padding(0)), along(data[3], padding(1))});
}

// Windows over the last axes, from `axis` on: the positions of windows, then the elements of each.
Result<Type> sliding_window(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  const Result<size_t> axis = axis_attr(c, "axis", 0, data.size());
  if (!axis) return axis.diagnostics;
  const std::vector<int64_t> window = graph::ints_attr(c.node.attrs, "window_shape", {});
  const std::vector<int64_t> strides = graph::ints_attr(c.node.attrs, "strides", {});
  if (window.size() != data.size() - *axis || strides.size() != window.size())
    return wrong_attribute(c.node, "window_shape", "must hold one number for each axis from `axis` on, as `strides`");
  Shape shape(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(*axis));
  for (size_t i = 0; i < window.size(); ++i) {
    if (strides[i] < 1) return wrong_attribute(c.node, "strides", "must be at least 1");
    shape.push_back(graph::floor_div(data[*axis + i] + Dim(strides[i]) - Dim(window[i]), Dim(strides[i])));
  }
  for (const int64_t size : window) shape.push_back(Dim(size));
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

// Frames of a signal, each a spectrum of complex numbers.
Result<Type> stft(const TypeContext& c) {
  const Shape& data = c.args[0].shape;
  if (data.empty() || data.size() > 2) return wrong_argument(c.node, 0, "have one dimension, or two", c.args[0]);
  const int64_t window = graph::int_attr(c.node.attrs, "n_fft", 0);
  const int64_t hop = graph::int_attr(c.node.attrs, "hop_length", 0);
  if (window < 1) return wrong_attribute(c.node, "n_fft", "must be at least 1");
  if (hop < 1) return wrong_attribute(c.node, "hop_length", "must be at least 1");
  Shape shape(data.begin(), data.end() - 1);
  shape.push_back(Dim(graph::bool_attr(c.node.attrs, "onesided", true) ? window / 2 + 1 : window));
  shape.push_back(graph::floor_div(data.back() - Dim(window), Dim(hop)) + Dim(1));
  shape.push_back(Dim(2));
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

Result<Type> all_arguments(const TypeContext& c) {
  return Type::tuple(c.args);
}

Result<Type> second_argument(const TypeContext& c) {
  return c.args[1];
}

}  // namespace

void add_signal(Registry& registry) {
  set_type(registry, "sliding_window", 1, tensors(sliding_window));
  set_type(registry, "stft", 2, tensors(stft));
  set_type(registry, "dft", 2, tensors(all_arguments));
  set_type(registry, "nn.correlation", 2, tensors(correlation));
  set_type(registry, "nn.fifo_buffer", 2, tensors(second_argument));
}

}  // namespace nw::op
