// SPDX-License-Identifier: GPL-3.0-or-later
// A transposed convolution with strides as a dense one: results whose positions have one remainder by the strides read
// the same positions of the window, so each remainder is a channel of a convolution without strides, and the channels
// are then laid out as pixels (sub-pixel convolution: Shi et al., arXiv:1609.05158). For few output channels, which do
// not fill a vector as they are.
#include <algorithm>
#include <array>
#include <cstring>

#include "op/compute/tools.h"
#include "passes/default_passes.h"
#include "passes/rewriter.h"

namespace nw::passes {

namespace {

constexpr int64_t kFewChannels = 16;

struct PhaseAxis {
  int64_t taps = 1;               // of the window, a remainder
  int64_t before = 0, after = 0;  // border of the data
  int64_t begin = 0, end = 0;     // of the result among the pixels that are laid out
};

// Result y reads data i by position k of the window where y + border = i * stride + k. With q = y + border, its
// remainder r = q mod stride and m = q div stride: k = r + t * stride and i = m - t, for each t below `taps`.
std::optional<PhaseAxis> phases_of_axis(int64_t data, int64_t result, int64_t window, int64_t stride, int64_t border) {
  PhaseAxis a;
  a.taps = (window + stride - 1) / stride;
  const int64_t first = border / stride, last = (border + result - 1) / stride, count = last - first + 1;
  a.before = a.taps - 1 - first;
  a.after = count - data - a.before + a.taps - 1;
  a.begin = border - first * stride;
  a.end = a.begin + result;
  if (a.before < 0 || a.after < 0) return std::nullopt;
  return a;
}

// From (I, O, KH, KW) to (stride * stride * O, I, taps, taps), remainders of rows outermost.
NDArray dense_weight(const NDArray& weight, const PhaseAxis& h, const PhaseAxis& w, int64_t stride) {
  const std::vector<int64_t>& shape = weight.shape();
  const int64_t inputs = shape[0], outputs = shape[1], bytes = weight.dtype().bytes();
  NDArray made(weight.dtype(), {stride * stride * outputs, inputs, h.taps, w.taps});
  std::byte* into = made.mutable_bytes();
  for (int64_t remainder = 0; remainder < stride * stride; ++remainder)
    for (int64_t o = 0; o < outputs; ++o)
      for (int64_t i = 0; i < inputs; ++i)
        for (int64_t u = 0; u < h.taps; ++u)
          for (int64_t v = 0; v < w.taps; ++v, into += bytes) {
            const int64_t y = remainder / stride + (h.taps - 1 - u) * stride,
                          x = remainder % stride + (w.taps - 1 - v) * stride;
            if (y >= shape[2] || x >= shape[3]) continue;  // beyond the window: zero
            std::memcpy(into, weight.bytes() + (((i * outputs + o) * shape[2] + y) * shape[3] + x) * bytes,
                        static_cast<size_t>(bytes));
          }
  return made;
}

NodeId dense(const graph::Node& old, Rewriter& r) {
  if (old.kind != graph::NodeKind::Call || old.op != "nn.conv2d_transpose" || old.inputs.size() != 2) return {};
  const auto all_are = [](const std::vector<int64_t>& list, int64_t value) {
    return std::ranges::all_of(list, [&](int64_t one) { return one == value; });
  };
  const std::vector<int64_t> strides = graph::ints_attr(old.attrs, "strides", {1, 1});
  const int64_t stride = strides.front();
  if (stride < 2 || !all_are(strides, stride) || !all_are(graph::ints_attr(old.attrs, "dilation", {1}), 1) ||
      graph::int_attr(old.attrs, "groups", 1) != 1)
    return {};
  const std::string layout = graph::string_attr(old.attrs, "kernel_layout", "IOHW");
  if (graph::string_attr(old.attrs, "data_layout", "NCHW") != "NCHW" || layout.size() > 4 ||
      (layout != "IOHW" && layout != "OIHW" && !layout.empty()))
    return {};
  const graph::Type data = r.input_node(old, 0).type;
  const graph::Node& weight = r.input_node(old, 1);
  if (weight.kind != graph::NodeKind::Constant || !weight.data.bytes() || weight.data.shape().size() != 4) return {};
  if (weight.data.dtype() != DType::Float(32) || weight.data.shape()[1] >= kFewChannels) return {};
  if (!data.is_tensor() || !data.rank_known || data.shape.size() != 4 || old.type.shape.size() != 4) return {};
  const std::vector<int64_t> padding = op::window_padding(old.attrs);
  std::array<PhaseAxis, 2> axes;
  for (size_t i = 0; i < 2; ++i) {
    const auto in = data.shape[2 + i].constant(), out = old.type.shape[2 + i].constant();
    if (!in || !out || *in < 1 || *out < 1 || padding[i] < 0) return {};
    const auto axis = phases_of_axis(*in, *out, weight.data.shape()[2 + i], stride, padding[i]);
    if (!axis) return {};
    axes[i] = *axis;
  }
  const auto& [h, w] = axes;
  const NDArray filters = dense_weight(weight.data, h, w, stride);
  const graph::Node origin = r.from().node(old.inputs[1]);
  const NodeId of_filters = r.constant(origin, filters);
  graph::Attrs attrs{{"channels", graph::Attr{filters.shape()[0]}},
                     {"kernel_size", graph::ints({h.taps, w.taps})},
                     {"padding", graph::ints({h.before, w.before, h.after, w.after})}};
  const NodeId channels = r.call(old, "nn.conv2d", {r.input(old, 0), of_filters}, std::move(attrs));
  const NodeId pixels = r.call(old, "nn.depth_to_space", {channels},
                               {{"block_size", graph::Attr{stride}}, {"mode", graph::Attr{std::string("DCR")}}});
  return r.call(old, "strided_slice", {pixels},
                {{"begin", graph::ints({h.begin, w.begin})},
                 {"end", graph::ints({h.end, w.end})},
                 {"strides", graph::ints({1, 1})},
                 {"axes", graph::ints({2, 3})}});
}

}  // namespace

PassResult transposed_convolutions(const graph::Graph& graph) {
  const auto is_transposed = [](const graph::Node& n) { return n.op == "nn.conv2d_transpose"; };
  if (std::ranges::none_of(graph.nodes(), is_transposed)) return {};
  return Rewriter(graph, "transposed_convolutions").run(dense);
}

}  // namespace nw::passes
