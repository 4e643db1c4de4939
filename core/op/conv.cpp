// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of one to three spatial axes, with groups, dilation and any data and kernel layout, and their
// transposes. Shapes are worked out on whole axes (N, C, D, H, W; O, I) and put back into the layouts.
#include "op/conv.h"

#include <fmt/format.h>

#include <algorithm>

#include "op/families.h"

namespace nw::op {

namespace {

constexpr std::string_view kSpatial = "DHW";

std::string_view spatial_letters(size_t axes) {
  return kSpatial.substr(kSpatial.size() - axes);
}

std::string sorted(std::string text) {
  std::sort(text.begin(), text.end());
  return text;
}

}  // namespace

Result<Window> window_of(const graph::Node& node, size_t spatial_axes) {
  Window window;
  const auto one_each = [&](const char* key) {
    return repeat_to(graph::ints_attr(node.attrs, key, {1}), spatial_axes);
  };
  std::optional<std::vector<int64_t>> stride = one_each("strides");
  std::optional<std::vector<int64_t>> dilation = one_each("dilation");
  const auto positive = [](const std::vector<int64_t>& v) {
    return std::all_of(v.begin(), v.end(), [](int64_t x) { return x > 0 && x <= (int64_t{1} << 30); });
  };
  if (!stride || !positive(*stride)) return wrong_attribute(node, "strides", "must hold positive numbers, one an axis");
  if (!dilation || !positive(*dilation)) {
    return wrong_attribute(node, "dilation", "must hold positive numbers, one an axis");
  }
  std::vector<int64_t> padding = graph::ints_attr(node.attrs, "padding", {0});
  if (padding.size() == 1) padding.resize(spatial_axes, padding[0]);
  if (padding.size() == spatial_axes) padding.insert(padding.end(), padding.begin(), padding.end());
  const auto small = [](int64_t x) { return x >= -(int64_t{1} << 30) && x <= (int64_t{1} << 30); };
  if (padding.size() != 2 * spatial_axes || !std::all_of(padding.begin(), padding.end(), small)) {
    return wrong_attribute(node, "padding", "must hold one number, one an axis, or two an axis");
  }
  const auto middle = padding.begin() + static_cast<std::ptrdiff_t>(spatial_axes);
  window.stride = std::move(*stride);
  window.dilation = std::move(*dilation);
  window.pad_before.assign(padding.begin(), middle);
  window.pad_after.assign(middle, padding.end());
  return window;
}

Dim window_output(const Dim& in, const Dim& kernel, const Window& window, size_t axis, LastWindow last) {
  const Dim reach = Dim(window.dilation[axis]) * (kernel - Dim(1)) + Dim(1);
  const Dim room = in + Dim(window.pad_before[axis] + window.pad_after[axis]) - reach;
  const Dim stride(window.stride[axis]);
  if (last == LastWindow::Whole) return graph::floor_div(room, stride) + Dim(1);
  if (last == LastWindow::Rest) return graph::ceil_div(room, stride) + Dim(1);
  return windows_rounded_up(room, in + Dim(window.pad_before[axis]), stride);
}

LastWindow last_window(const graph::Attrs& attrs) {
  if (!graph::bool_attr(attrs, "ceil_mode", false)) return LastWindow::Whole;
  return graph::bool_attr(attrs, "windows_begin_in_data", false) ? LastWindow::RestInData : LastWindow::Rest;
}

Dim windows_rounded_up(const Dim& room, const Dim& data_end, const Dim& stride) {
  const Dim windows = graph::ceil_div(room, stride) + Dim(1);
  const std::optional<int64_t> spare = (data_end - room - stride).constant();
  if (spare && *spare >= 0) return windows;  // the last one always begins in the data
  return graph::min(windows, graph::ceil_div(data_end, stride));
}

Result<DataLayout> layout_attr(const graph::Node& node, const char* key, std::string fallback) {
  std::string text = graph::string_attr(node.attrs, key, "");
  if (text.empty()) text = fallback;
  std::optional<DataLayout> layout = DataLayout::parse(text);
  if (!layout || sorted(layout->letters()) != sorted(fallback)) {
    return wrong_attribute(node, key, fmt::format("must be a layout of the axes {}", fallback));
  }
  return *layout;
}

namespace {

struct ConvLayouts {
  DataLayout data, kernel, out;
};

Result<ConvLayouts> conv_layouts(const graph::Node& node, size_t spatial_axes, const std::string& kernel_axes) {
  const std::string spatial(spatial_letters(spatial_axes));
  Result<DataLayout> data = layout_attr(node, "data_layout", "NC" + spatial);
  if (!data) return data.diagnostics;
  Result<DataLayout> kernel = layout_attr(node, "kernel_layout", kernel_axes + spatial);
  if (!kernel) return kernel.diagnostics;
  const std::string out_text = graph::string_attr(node.attrs, "out_layout", "");
  Result<DataLayout> out = out_text.empty() ? data : layout_attr(node, "out_layout", "NC" + spatial);
  if (!out) return out.diagnostics;
  return ConvLayouts{*data, *kernel, *out};
}

Diagnostics check_ranks(const TypeContext& c, const ConvLayouts& layouts) {
  Diagnostics diagnostics;
  const auto check = [&](size_t i, const DataLayout& layout) {
    if (c.args[i].shape.size() != layout.rank()) {
      diagnostics.push_back(wrong_argument(c.node, i, fmt::format("have {} dimensions", layout.rank()), c.args[i]));
    }
  };
  check(0, layouts.data);
  check(1, layouts.kernel);
  return diagnostics;
}

bool differ_by_a_constant(const Dim& a, const Dim& b) {
  const std::optional<int64_t> difference = (a - b).constant();
  return difference && *difference != 0;
}

Result<Type> conv(const TypeContext& c, size_t spatial_axes) {
  Result<ConvLayouts> layouts = conv_layouts(c.node, spatial_axes, "OI");
  if (!layouts) return layouts.diagnostics;
  if (Diagnostics wrong = check_ranks(c, *layouts); !wrong.empty()) return wrong;
  Result<Window> window = window_of(c.node, spatial_axes);
  if (!window) return window.diagnostics;
  const int64_t groups = graph::int_attr(c.node.attrs, "groups", 1);
  if (groups < 1) return wrong_attribute(c.node, "groups", "must be positive");
  const Shape& data = c.args[0].shape;
  const Shape& weight = c.args[1].shape;
  const Dim channels = layouts->data.size_of('C', data);
  const Dim out_channels_of_kernel = layouts->kernel.size_of('O', weight);
  const Dim in_of_kernel = layouts->kernel.size_of('I', weight);
  // A depthwise kernel in HWOI has its channels under I's partner; multiplying both covers every such form.
  const bool depthwise = groups > 1 && channels.constant() == groups;
  const std::optional<int64_t> asked = has_attr(c.node.attrs, "channels")
                                           ? std::optional<int64_t>(graph::int_attr(c.node.attrs, "channels", 0))
                                           : std::nullopt;
  // In OIHW the multiplier is in O: each output channel reads one input channel.
  if (depthwise && layouts->kernel.letters().starts_with("OI") && differ_by_a_constant(in_of_kernel, Dim(1))) {
    return shapes_disagree(
        c.node, fmt::format("the data has {} channels, the kernel takes {} in {} groups", graph::to_string(channels),
                            graph::to_string(in_of_kernel * Dim(groups)), groups));
  }
  Dim out_channels = asked ? Dim(*asked) : depthwise ? out_channels_of_kernel * in_of_kernel : out_channels_of_kernel;
  if (!depthwise && differ_by_a_constant(in_of_kernel * Dim(groups), channels)) {
    return shapes_disagree(
        c.node, fmt::format("the data has {} channels, the kernel takes {} in {} group{}", graph::to_string(channels),
                            graph::to_string(in_of_kernel), groups, groups == 1 ? "" : "s"));
  }
  if (const auto outputs = out_channels.constant(); outputs && *outputs % groups != 0) {
    return shapes_disagree(c.node, fmt::format("{} output channels cannot be split into {} groups", *outputs, groups));
  }
  const Dim given = depthwise ? out_channels_of_kernel * in_of_kernel : out_channels_of_kernel;
  if (differ_by_a_constant(out_channels, given)) {
    return shapes_disagree(c.node, fmt::format("the attribute 'channels' says {}, the kernel gives {}",
                                               graph::to_string(out_channels), graph::to_string(given)));
  }
  const std::string_view spatial = spatial_letters(spatial_axes);
  const Shape shape = layouts->out.shape_of([&](char axis) {
    if (axis == 'N') return layouts->data.size_of('N', data);
    if (axis == 'C') return out_channels;
    return window_output(layouts->data.size_of(axis, data), layouts->kernel.size_of(axis, weight), *window,
                         spatial.find(axis));
  });
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", c.args[0].dtype), shape);
}

Result<Type> conv_transpose(const TypeContext& c, size_t spatial_axes) {
  Result<ConvLayouts> layouts = conv_layouts(c.node, spatial_axes, "IO");
  if (!layouts) return layouts.diagnostics;
  if (Diagnostics wrong = check_ranks(c, *layouts); !wrong.empty()) return wrong;
  Result<Window> window = window_of(c.node, spatial_axes);
  if (!window) return window.diagnostics;
  const auto extra = repeat_to(graph::ints_attr(c.node.attrs, "output_padding", {0}), spatial_axes);
  if (!extra) return wrong_attribute(c.node, "output_padding", "must hold one number an axis");
  const int64_t groups = graph::int_attr(c.node.attrs, "groups", 1);
  const Shape& data = c.args[0].shape;
  const Shape& weight = c.args[1].shape;
  const Dim channels = layouts->data.size_of('C', data);
  Dim in_of_kernel = layouts->kernel.size_of('I', weight);
  Dim out_of_kernel = layouts->kernel.size_of('O', weight);
  // Some versions of Relay write "OIW" for a kernel whose first axis is the input's channels.
  if (differ_by_a_constant(in_of_kernel, channels) && graph::same(out_of_kernel, channels))
    std::swap(in_of_kernel, out_of_kernel);
  if (differ_by_a_constant(in_of_kernel, channels)) {
    return shapes_disagree(c.node, fmt::format("the data has {} channels, the kernel takes {}",
                                               graph::to_string(channels), graph::to_string(in_of_kernel)));
  }
  const std::string_view spatial = spatial_letters(spatial_axes);
  const Shape shape = layouts->out.shape_of([&](char axis) {
    if (axis == 'N') return layouts->data.size_of('N', data);
    if (axis == 'C') return out_of_kernel * Dim(groups);
    const size_t i = spatial.find(axis);
    const Dim reach = Dim(window->dilation[i]) * (layouts->kernel.size_of(axis, weight) - Dim(1)) + Dim(1);
    return Dim(window->stride[i]) * (layouts->data.size_of(axis, data) - Dim(1)) + reach -
           Dim(window->pad_before[i] + window->pad_after[i]) + Dim((*extra)[i]);
  });
  return Type::tensor(dtype_attr(c.node.attrs, "out_dtype", c.args[0].dtype), shape);
}

// Two operations a multiplied weight: every output element reads the kernel of one output channel.
double conv_flops(const graph::Node& node, const std::vector<Type>& args) {
  if (args.size() < 2 || !node.type.is_tensor()) return 0;
  double outputs = 1;
  for (const Dim& dim : node.type.shape) outputs *= static_cast<double>(dim.constant().value_or(1));
  double weights = 1;
  for (const Dim& dim : args[1].shape) weights *= static_cast<double>(dim.constant().value_or(1));
  const Result<DataLayout> out = layout_attr(node, "data_layout", "NCHW");
  const double channels = out && out->rank() == node.type.shape.size()
                              ? static_cast<double>(out->size_of('C', node.type.shape).constant().value_or(1))
                              : 1;
  return 2 * outputs * weights / std::max(channels, 1.0);
}

}  // namespace

void add_conv(Registry& registry) {
  for (size_t axes = 1; axes <= 3; ++axes) {
    const std::string name = fmt::format("nn.conv{}d", axes);
    set_type(registry, name, 2, tensors([axes](const TypeContext& c) { return conv(c, axes); }));
    set_type(registry, name + "_transpose", 2,
             tensors([axes](const TypeContext& c) { return conv_transpose(c, axes); }));
    registry.entry(name).arg_names = {"data", "weight"};
    registry.entry(name + "_transpose").arg_names = {"data", "weight"};
  }
  const TypeRule conv2d = tensors([](const TypeContext& c) { return conv(c, 2); });
  set_type(registry, "nn.contrib_conv2d_NCHWc nn.contrib_depthwise_conv2d_NCHWc", 2, conv2d);
  for (const char* name : {"nn.conv2d", "nn.contrib_conv2d_NCHWc", "nn.contrib_depthwise_conv2d_NCHWc"}) {
    registry.entry(name).flops = conv_flops;
  }
}

}  // namespace nw::op
