// SPDX-License-Identifier: GPL-3.0-or-later
// What the computations of a two-dimensional convolution have in common: its attributes, and the data with its border.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "op/compute/tools.h"

namespace nw::op {

struct Conv {
  int64_t stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1, groups = 1;
  std::vector<int64_t> padding;  // top, left, bottom, right
  std::string data_layout, kernel_layout;
};

Conv conv_of(const graph::Attrs& attrs);

// A position of the window along one axis, as a plane and an offset in it.
struct Reach {
  int64_t stride, dilation, phases;
  Expr phase(const Expr& k) const { return phases == 1 ? number(0) : tir::floormod(k, number(stride)); }
  Expr offset(const Expr& k) const { return stride == 1 ? k * number(dilation) : tir::floordiv(k, number(stride)); }
  int64_t last(int64_t extent) const { return stride == 1 ? (extent - 1) * dilation : (extent - 1) / stride; }
};

// The data in the layout of tiles: [N, C, rows, pitch], with a plane for each phase before the rows where there are
// strides; zeros beyond the data. In the type of the sums.
Tensor planes(const ComputeContext& c, const Conv& p, const Reach& rh, const Reach& rw, int64_t rows, int64_t pitch);

// The same of other values than the data's elements: `value` at a place (n, channel, y, x) of the data's planes, of
// which there are `channels`; `border` beyond them.
struct PlaneValues {
  Expr channels;
  std::function<Expr(const Expr& n, const Expr& channel, const Expr& y, const Expr& x)> value;
  Expr border;
};
Tensor planes_of(const ComputeContext& c, const Conv& p, const Reach& rh, const Reach& rw, int64_t rows, int64_t pitch,
                 const PlaneValues& values);

// A weight of one input channel for each of several groups.
bool is_depthwise(const Conv& p, const Type& weight);

}  // namespace nw::op
