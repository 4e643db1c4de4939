// SPDX-License-Identifier: GPL-3.0-or-later
// Windows with wide dilation reach over the border of a small image: a position that reads the border alone, at every
// pixel of the result, adds nothing. Networks for segmentation have them at sizes that they were not trained for.
#include <algorithm>
#include <array>
#include <cstring>

#include "op/compute/tools.h"
#include "passes/default_passes.h"
#include "passes/rewriter.h"

namespace nw::passes {

namespace {

// One axis of the window: the positions that are left, and the border that they need.
struct Positions {
  int64_t first = 0, count = 0;
  int64_t before = 0, after = 0;
};

struct WindowAxis {
  int64_t data, result, window, stride, dilation, before, after;
};

Positions needed(const WindowAxis& a) {
  const auto reads_data = [&](int64_t position) {
    const int64_t at = position * a.dilation - a.before;  // of the first pixel; others follow by the stride
    const int64_t first_inside = at >= 0 ? 0 : (-at + a.stride - 1) / a.stride;
    return first_inside < a.result && at + first_inside * a.stride < a.data;
  };
  Positions p{0, a.window, a.before, a.after};
  while (p.count > 1 && p.before >= a.dilation && !reads_data(p.first)) {
    ++p.first;
    --p.count;
    p.before -= a.dilation;
  }
  while (p.count > 1 && p.after >= a.dilation && !reads_data(p.first + p.count - 1)) {
    --p.count;
    p.after -= a.dilation;
  }
  return p;
}

NDArray cropped(const NDArray& weight, const Positions& h, const Positions& w) {
  const std::vector<int64_t>& shape = weight.shape();
  NDArray made(weight.dtype(), {shape[0], shape[1], h.count, w.count});
  const int64_t bytes = weight.dtype().bytes(), row = w.count * bytes;
  std::byte* into = made.mutable_bytes();
  for (int64_t filter = 0; filter < shape[0] * shape[1]; ++filter)
    for (int64_t y = h.first; y < h.first + h.count; ++y, into += row)
      std::memcpy(into, weight.bytes() + ((filter * shape[2] + y) * shape[3] + w.first) * bytes,
                  static_cast<size_t>(row));
  return made;
}

NodeId smaller(const graph::Node& old, Rewriter& r) {
  if (old.kind != graph::NodeKind::Call || old.op != "nn.conv2d" || old.inputs.size() != 2) return {};
  const std::vector<int64_t> dilation = graph::ints_attr(old.attrs, "dilation", {1, 1}),
                             strides = graph::ints_attr(old.attrs, "strides", {1, 1});
  if (std::ranges::all_of(dilation, [](int64_t d) { return d == 1; })) return {};
  const std::string layout = graph::string_attr(old.attrs, "kernel_layout", "OIHW");
  if (graph::string_attr(old.attrs, "data_layout", "NCHW") != "NCHW" || (layout != "OIHW" && !layout.empty()))
    return {};
  const graph::Type data = r.input_node(old, 0).type;
  const graph::Node& weight = r.input_node(old, 1);
  if (weight.kind != graph::NodeKind::Constant || !weight.data.bytes() || weight.data.shape().size() != 4) return {};
  if (!data.is_tensor() || !data.rank_known || data.shape.size() != 4 || old.type.shape.size() != 4) return {};
  const std::vector<int64_t> padding = op::window_padding(old.attrs);
  std::array<Positions, 2> left;
  for (size_t i = 0; i < 2; ++i) {
    const auto in = data.shape[2 + i].constant(), out = old.type.shape[2 + i].constant();
    if (!in || !out || *in < 1 || *out < 1) return {};
    const auto of_axis = [i](const std::vector<int64_t>& list) { return i == 0 ? list.front() : list.back(); };
    left[i] = needed(
        {*in, *out, weight.data.shape()[2 + i], of_axis(strides), of_axis(dilation), padding[i], padding[2 + i]});
  }
  const auto& [h, w] = left;
  if (h.count == weight.data.shape()[2] && w.count == weight.data.shape()[3]) return {};
  graph::Attrs attrs = old.attrs;
  attrs["padding"] = graph::ints({h.before, w.before, h.after, w.after});
  if (attrs.contains("kernel_size")) attrs["kernel_size"] = graph::ints({h.count, w.count});
  attrs["dilation"] = graph::ints({h.count == 1 ? 1 : dilation.front(), w.count == 1 ? 1 : dilation.back()});
  const graph::Node origin = r.from().node(old.inputs[1]);
  const NodeId crop = r.constant(origin, cropped(weight.data, h, w));
  return r.call(old, "nn.conv2d", {r.input(old, 0), crop}, std::move(attrs));
}

}  // namespace

PassResult crop_windows(const graph::Graph& graph) {
  const auto is_convolution = [](const graph::Node& n) { return n.op == "nn.conv2d"; };
  if (std::ranges::none_of(graph.nodes(), is_convolution)) return {};
  return Rewriter(graph, "crop_windows").run(smaller);
}

}  // namespace nw::passes
