// SPDX-License-Identifier: GPL-3.0-or-later
// Convolution on plain axes: data (N, C, D, H, W), weight (O, C/groups, D, H, W). One and two spatial axes are three,
// of which the first have size 1. Also what products and pools need to know of windows.
#pragma once

#include <array>
#include <string>

#include "reference/call.h"

namespace nw::reference {

using Three = std::array<int64_t, 3>;  // one number for each of D, H, W

struct Window {
  Three kernel{1, 1, 1}, stride{1, 1, 1}, dilation{1, 1, 1}, before{}, after{};

  // Elements of an axis that the window covers at a place.
  int64_t reach(size_t axis) const { return dilation[axis] * (kernel[axis] - 1) + 1; }
  // How many places it has; negative or 0 where it does not fit. What the stride leaves over may have one more, or one
  // more if that begins in the data.
  enum class Rest : uint8_t { None, Place, PlaceInData };
  int64_t places(size_t axis, int64_t size, Rest rest = Rest::None) const;
};

std::string spatial_letters(size_t axes);  // "W", "HW", "DHW"
// The attributes strides, padding and dilation (or another name for it) of an operator of so many spatial axes.
Window window_attrs(const Call& call, size_t axes, const char* dilation = "dilation");
// A tensor of plain axes (N, C, spatial…) as one of five axes; and the spatial sizes of five as so many.
NDArray with_five_axes(const NDArray& tensor);
Extents spatial_shape(int64_t n, int64_t c, const Three& sizes, size_t axes);

struct Convolution {
  Window window;
  int64_t groups = 1;
  DType out_dtype;
  // Subtracted from data and weight before they are multiplied, one for all, or one for each input or output channel.
  std::vector<int64_t> data_zero{0}, weight_zero{0};
};
// data and weight of five axes; the result too.
NDArray convolved(const Call& call, const NDArray& data, const NDArray& weight, const Convolution& how);
// The weight is (C, O/groups, D, H, W); `extra` elements are added after the end of each spatial axis.
NDArray convolved_transposed(const Call& call, const NDArray& data, const NDArray& weight, const Convolution& how,
                             const Three& extra);

}  // namespace nw::reference
