// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions in any layout, their transposes and gradients, deformable convolution and dilation.
#include "reference/operators/convolution.h"

#include <algorithm>
#include <cmath>

#include "reference/layout.h"
#include "reference/operators/families.h"

namespace nw::reference {

NDArray conv_of(const Call& c, const NDArray& data, const NDArray& weight, size_t axes, Convolution how) {
  const std::string spatial = spatial_letters(axes), plain = "NC" + spatial;
  const std::string data_layout = c.string_attr("data_layout", plain.c_str());
  const std::string kernel_layout = c.string_attr("kernel_layout", ("OI" + spatial).c_str());
  const std::string out_layout = c.string_attr("out_layout", "");
  const NDArray x = to_plain(c, data, data_layout, plain);
  NDArray w = to_plain(c, weight, kernel_layout, "OI" + spatial);
  // A depthwise kernel may have its channels in I, and the multiplier in O (HWOI, HWIO): then both are one.
  const int64_t channels = x.shape()[1];
  if (how.groups > 1 && how.groups == channels && w.shape()[1] != 1) {
    if (w.shape()[0] != channels) {
      const std::string swapped = "IO" + spatial;
      w = to_plain(c, weight, kernel_layout, swapped);
    }
    Extents shape = w.shape();
    shape[0] *= shape[1];
    shape[1] = 1;
    w = w.reshaped(shape);
  }
  how.window = window_attrs(c, axes);
  const NDArray y = convolved(c, with_five_axes(x), with_five_axes(w), how);
  const NDArray result =
      y.reshaped(spatial_shape(y.shape()[0], y.shape()[1], {y.shape()[2], y.shape()[3], y.shape()[4]}, axes));
  return from_plain(c, result, plain, out_layout.empty() ? data_layout : out_layout);
}

NDArray conv_transpose_of(const Call& c, const NDArray& data, const NDArray& weight, size_t axes, Convolution how) {
  const std::string spatial = spatial_letters(axes), plain = "NC" + spatial;
  const std::string data_layout = c.string_attr("data_layout", plain.c_str());
  const std::string kernel_layout = c.string_attr("kernel_layout", ("IO" + spatial).c_str());
  const std::string out_layout = c.string_attr("out_layout", "");
  const NDArray x = to_plain(c, data, data_layout, plain);
  NDArray w = to_plain(c, weight, kernel_layout, "IO" + spatial);
  // Some versions of Relay write "OIW" for a kernel whose first axis is the input's channels.
  if (w.shape()[0] != x.shape()[1] && w.shape()[1] == x.shape()[1])
    w = to_plain(c, weight, kernel_layout, "OI" + spatial);
  how.window = window_attrs(c, axes);
  const std::vector<int64_t> given = c.repeated("output_padding", axes, 0);
  Three extra{};
  std::copy(given.begin(), given.end(), extra.end() - static_cast<std::ptrdiff_t>(axes));
  const NDArray y = convolved_transposed(c, with_five_axes(x), with_five_axes(w), how, extra);
  const NDArray result =
      y.reshaped(spatial_shape(y.shape()[0], y.shape()[1], {y.shape()[2], y.shape()[3], y.shape()[4]}, axes));
  return from_plain(c, result, plain, out_layout.empty() ? data_layout : out_layout);
}

namespace {

Convolution conv_attrs(const Call& c) {
  Convolution how;
  how.groups = c.int_attr("groups", 1);
  how.out_dtype = c.out_dtype(c.dtype_attr("out_dtype", c.tensor(0).dtype()));
  return how;
}

template <size_t Axes>
Value conv(const Call& c) {
  return conv_of(c, c.tensor(0), c.tensor(1), Axes, conv_attrs(c));
}
template <size_t Axes>
Value conv_transpose(const Call& c) {
  return conv_transpose_of(c, c.tensor(0), c.tensor(1), Axes, conv_attrs(c));
}

// grad (N, O, H', W') and data (N, C, H, W) to (O, C/groups, kernel)
Value conv2d_backward_weight(const Call& c) {
  const NDArray &grad = c.tensor(0), &data = c.tensor(1);
  const std::vector<int64_t> kernel = c.repeated("kernel_size", 2, 1);
  const int64_t groups = c.int_attr("groups", 1);
  if (grad.shape().size() != 4 || data.shape().size() != 4 || groups < 1 || data.shape()[1] % groups ||
      grad.shape()[1] % groups || grad.shape()[0] != data.shape()[0])
    c.refuse_shapes("gradient and data do not belong together");
  const Window window = window_attrs(c, 2);
  const int64_t outputs = grad.shape()[1], each = data.shape()[1] / groups;
  const std::vector<double> g = all_elements<double>(c, grad), x = all_elements<double>(c, data);
  NDArray y = c.make(c.out_dtype(grad.dtype()), {outputs, each, kernel[0], kernel[1]});
  const int64_t h = data.shape()[2], w = data.shape()[3], gh = grad.shape()[2], gw = grad.shape()[3];
  for (int64_t i = 0; i < y.size(); ++i) {
    const int64_t kx = i % kernel[1], ky = i / kernel[1] % kernel[0], in = i / (kernel[0] * kernel[1]) % each;
    const int64_t o = i / (kernel[0] * kernel[1] * each), channel = o / (outputs / groups) * each + in;
    double sum = 0;
    for (int64_t n = 0; n < grad.shape()[0]; ++n)
      for (int64_t gy = 0; gy < gh; ++gy) {
        spend(1 + gw / 16);
        const int64_t iy = gy * window.stride[1] + ky * window.dilation[1] - window.before[1];
        if (iy < 0 || iy >= h) continue;
        for (int64_t gx = 0; gx < gw; ++gx) {
          const int64_t ix = gx * window.stride[2] + kx * window.dilation[2] - window.before[2];
          if (ix < 0 || ix >= w) continue;
          sum += g[static_cast<size_t>(((n * outputs + o) * gh + gy) * gw + gx)] *
                 x[static_cast<size_t>(((n * data.shape()[1] + channel) * h + iy) * w + ix)];
        }
      }
    store(y, i, 1, &sum);
  }
  return y;
}

// An element between others, weighted by distance; outside of the plane it is 0.
double between(const double* plane, int64_t height, int64_t width, double y, double x) {
  if (y <= -1 || y >= static_cast<double>(height) || x <= -1 || x >= static_cast<double>(width)) return 0;
  const double y0 = std::floor(y), x0 = std::floor(x);
  double sum = 0;
  for (int dy = 0; dy < 2; ++dy)
    for (int dx = 0; dx < 2; ++dx) {
      const auto iy = static_cast<int64_t>(y0) + dy, ix = static_cast<int64_t>(x0) + dx;
      if (iy < 0 || iy >= height || ix < 0 || ix >= width) continue;
      sum += (dy ? y - y0 : 1 - (y - y0)) * (dx ? x - x0 : 1 - (x - x0)) * plane[iy * width + ix];
    }
  return sum;
}

// data, offsets (N, 2·deformable groups·taps, H', W') as (y, x) pairs, weight
Value deformable_conv2d(const Call& c) {
  const std::string layout = c.string_attr("data_layout", "NCHW");
  const NDArray data = to_plain(c, c.tensor(0), layout, "NCHW"), offset = to_plain(c, c.tensor(1), layout, "NCHW");
  const NDArray weight = to_plain(c, c.tensor(2), c.string_attr("kernel_layout", "OIHW"), "OIHW");
  Window window = window_attrs(c, 2);
  window.kernel = {1, weight.shape()[2], weight.shape()[3]};
  const int64_t groups = c.int_attr("groups", 1), deformable = c.int_attr("deformable_groups", 1);
  const int64_t n = data.shape()[0], channels = data.shape()[1], h = data.shape()[2], w = data.shape()[3];
  const int64_t taps = window.kernel[1] * window.kernel[2], outputs = weight.shape()[0], each = weight.shape()[1];
  const int64_t oh = window.places(1, h), ow = window.places(2, w);
  if (groups < 1 || deformable < 1 || each * groups != channels || outputs % groups || channels % deformable ||
      offset.shape() != Extents{n, 2 * deformable * taps, oh, ow})
    c.refuse_shapes("data, offsets and kernel do not belong together");
  const std::vector<double> x = all_elements<double>(c, data), shift = all_elements<double>(c, offset);
  const std::vector<double> kernel = all_elements<double>(c, weight);
  NDArray y = c.make(c.out_dtype(data.dtype()), {n, outputs, oh, ow});
  for (int64_t i = 0; i < y.size(); ++i) {
    const int64_t px = i % ow, py = i / ow % oh, o = i / (ow * oh) % outputs, image = i / (ow * oh * outputs);
    double sum = 0;
    for (int64_t k = 0; k < each; ++k) {
      const int64_t channel = o / (outputs / groups) * each + k, part = channel / (channels / deformable);
      for (int64_t tap = 0; tap < taps; ++tap) {
        spend();
        const int64_t at = ((image * deformable + part) * 2 * taps + 2 * tap) * oh * ow + py * ow + px;
        const double sy = static_cast<double>(py * window.stride[1] - window.before[1] +
                                              tap / window.kernel[2] * window.dilation[1]) +
                          shift[static_cast<size_t>(at)];
        const double sx = static_cast<double>(px * window.stride[2] - window.before[2] +
                                              tap % window.kernel[2] * window.dilation[2]) +
                          shift[static_cast<size_t>(at + oh * ow)];
        sum += kernel[static_cast<size_t>((o * each + k) * taps + tap)] *
               between(x.data() + (image * channels + channel) * h * w, h, w, sy, sx);
      }
    }
    store(y, i, 1, &sum);
  }
  return from_plain(c, y, "NCHW", layout);
}

// The greatest sum of data and kernel under the window, each channel by itself (morphological dilation).
Value dilation2d(const Call& c) {
  const std::string layout = c.string_attr("data_layout", "NCHW");
  const NDArray data = to_plain(c, c.tensor(0), layout, "NCHW");
  const NDArray kernel = to_plain(c, c.tensor(1), c.string_attr("kernel_layout", "IHW"), "IHW");
  Window window = window_attrs(c, 2, "dilations");
  window.kernel = {1, kernel.shape()[1], kernel.shape()[2]};
  const int64_t channels = data.shape()[1], h = data.shape()[2], w = data.shape()[3];
  const int64_t oh = window.places(1, h), ow = window.places(2, w);
  if (kernel.shape()[0] != channels) c.refuse_shapes("the kernel has other channels than the data");
  NDArray y = c.make(data.dtype(), {data.shape()[0], channels, oh, ow});
  for (int64_t i = 0; i < y.size(); ++i) {
    const int64_t px = i % ow, py = i / ow % oh, plane = i / (ow * oh);
    double most = -std::numeric_limits<double>::infinity();
    for (int64_t ky = 0; ky < window.kernel[1]; ++ky)
      for (int64_t kx = 0; kx < window.kernel[2]; ++kx) {
        spend();
        const int64_t iy = py * window.stride[1] + ky * window.dilation[1] - window.before[1];
        const int64_t ix = px * window.stride[2] + kx * window.dilation[2] - window.before[2];
        if (iy < 0 || iy >= h || ix < 0 || ix >= w) continue;
        most = std::max(most, data.at((plane * h + iy) * w + ix) +
                                  kernel.at((plane % channels * window.kernel[1] + ky) * window.kernel[2] + kx));
      }
    store(y, i, 1, &most);
  }
  return from_plain(c, y, "NCHW", layout);
}

}  // namespace

void add_convolutions(Table& table) {
  table.add("nn.conv1d", conv<1>);
  table.add("nn.conv2d nn.contrib_conv2d_NCHWc nn.contrib_depthwise_conv2d_NCHWc", conv<2>);
  table.add("nn.conv3d", conv<3>);
  table.add("nn.conv1d_transpose", conv_transpose<1>);
  table.add("nn.conv2d_transpose", conv_transpose<2>);
  table.add("nn.conv3d_transpose", conv_transpose<3>);
  table.add("nn.conv2d_backward_weight", conv2d_backward_weight);
  table.add("nn.deformable_conv2d", deformable_conv2d);
  table.add("image.dilation2d", dilation2d);
}

}  // namespace nw::reference
