// SPDX-License-Identifier: GPL-3.0-or-later
// The geometry of a convolution or pooling window from its attributes, for 1 to 3 spatial axes.
#pragma once

#include <optional>
#include <vector>

#include "op/data_layout.h"
#include "op/rules.h"

namespace nw::op {

struct Window {
  std::vector<int64_t> stride, dilation, pad_before, pad_after;  // one a spatial axis
};

// From the attributes strides, dilation and padding (one number for all axes, n for each, or 2n: all before, all
// after).
Result<Window> window_of(const graph::Node& node, size_t spatial_axes);
// How many windows there are where the stride does not divide what is left: none for the rest; one; one, unless it
// would begin after the data, in the padding at the end, where there is nothing to pool (ONNX, PyTorch; TVM keeps it).
enum class LastWindow : uint8_t { Whole, Rest, RestInData };
// Of a pool's attributes ceil_mode and windows_begin_in_data.
LastWindow last_window(const graph::Attrs& attrs);
// floor((in + before + after − dilation·(kernel − 1) − 1) / stride) + 1, or rounded up.
Dim window_output(const Dim& in, const Dim& kernel, const Window& window, size_t axis,
                  LastWindow last = LastWindow::Whole);
// ceil(room / stride) + 1 windows, without one that would begin after the data, in the padding at the end: there is
// nothing to pool in it (ONNX, PyTorch).
Dim windows_rounded_up(const Dim& room, const Dim& data_end, const Dim& stride);

// A layout attribute, or its default; must have the letters of `fallback`, in any order.
Result<DataLayout> layout_attr(const graph::Node& node, const char* key, std::string fallback);

}  // namespace nw::op
