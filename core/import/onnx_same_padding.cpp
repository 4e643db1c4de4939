// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_same_padding.h"

#include <limits>

namespace nw::import {

std::pair<Dim, Dim> same_widths(const Dim& size, int64_t reach, int64_t stride, bool upper) {
  const Dim windows = graph::floor_div(size + Dim(stride - 1), Dim(stride));
  const Dim total =
      stride == 1 ? Dim(reach - 1) : graph::max(Dim(int64_t{0}), (windows - Dim(1)) * Dim(stride) + Dim(reach) - size);
  const Dim small = graph::floor_div(total, Dim(2));
  return upper ? std::pair(small, total - small) : std::pair(total - small, small);
}

NodeId padded(OnnxCall& c, NodeId data, const PadWidths& widths, double value) {
  if (widths.empty()) return data;
  const Attr none = graph::ints({0, 0});
  graph::AttrList pairs{none, none};  // batch and channels
  for (const auto& [before, after] : widths) pairs.push_back(graph::dims({before, after}));
  return c.emit("nn.pad", {data, c.scalar(value, c.type(data).dtype)},
                {{"pad_width", Attr{std::move(pairs)}}, {"pad_mode", Attr{std::string("constant")}}});
}

double lowest_of(DType dtype) {
  return dtype.is_float() ? -std::numeric_limits<double>::infinity() : static_cast<double>(min_int(dtype));
}

}  // namespace nw::import
