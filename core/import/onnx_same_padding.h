// SPDX-License-Identifier: GPL-3.0-or-later
// auto_pad's SAME where the input's size is a symbol: padding that is an operator of its own.
#pragma once

#include <utility>
#include <vector>

#include "import/onnx_call.h"

namespace nw::import {

using PadWidths = std::vector<std::pair<Dim, Dim>>;  // before and after each spatial axis

// What gives ceil(size / stride) windows of `reach` elements, the odd element after (`upper`) or before.
std::pair<Dim, Dim> same_widths(const Dim& size, int64_t reach, int64_t stride, bool upper);
// The data where there are no widths.
NodeId padded(OnnxCall& c, NodeId data, const PadWidths& widths, double value);
// What a maximum never takes.
double lowest_of(DType dtype);

}  // namespace nw::import
