// SPDX-License-Identifier: GPL-3.0-or-later
// Two-dimensional convolution of bytes, four input channels at a time:
//
//   pad      the data as int32 with four channels an element, in the layout of tiles, with a border of the zero point
//   weight   the weight as int32 with four channels an element, or in blocks of output channels
//   sums     of each output channel's weights, which its zero point is multiplied by
//   tiles    as those of floats (conv_tiles.h); or blocks
//   conv     the sums less those of the zero points
#pragma once

#include "op/compute/conv_parts.h"

namespace nw::op {

// c: data, weight and their zero points (int32; of the data one number). Null where there is no such form: other
// layouts, sizes that only the run tells.
Tensor conv2d_of_bytes(const ComputeContext& c, const Conv& p);

}  // namespace nw::op
