// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions whose result lies in blocks of channels (model/channel_blocks.h): tiles of pixels by some vectors of
// output channels are accumulated in registers. Elements of the data are read one by one, weights as vectors, and the
// sums are vectors of the result: nothing is turned.
//
//   pad    the data with its zero border
//   pack   the weight: [O/b, I/b, KH, KW, b, b]
//   sums   [N, O/b, tiles, pixels of a tile, b]; tiles run over the ends of rows, and those past the last pixel compute
//          that pixel again
//   conv   the same values as NCHW, which the caller lays in blocks
//
// By Winograd's algorithm (conv_winograd.h) the data's channels are the lanes of its transformation:
//
//   data      [N, chunks, I/b, 4, 4, tiles, b]
//   pack      [O/b, 4, 4, I, b]
//   products  [N, O/b, chunks, tiles, 4, 4, b]
#pragma once

#include <cstdint>
#include <optional>

#include "op/compute/conv_parts.h"
#include "op/compute/conv_tiles.h"

namespace nw::op {

struct ChannelsPlan {
  int64_t tiles = 1;
  int64_t pixels = 1;   // of a tile
  int64_t vectors = 1;  // of output channels, in a block
  double cost = 0;      // estimated cycles relative to those of the needed multiplications
};

// The tiles and blocks of least cost; nothing where output channels do not fill vectors.
std::optional<ChannelsPlan> plan_channels(const ConvPlane& plane, const CoreFacts& core);

// `c.channel_block` channels lie in a block of the result, as many as a vector has.
Tensor channels_conv(const ComputeContext& c, const Conv& p, const Type& weight);

}  // namespace nw::op
