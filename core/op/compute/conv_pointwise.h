// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions with a window of one position, as a product of matrices in blocks of output channels by tiles of
// pixels. The data are copied in the order in which the sums read them: of a plane only some pixels are read for each
// channel, and a row of them is rarely in the cache before it is asked for.
//
//   data   [N, chunks, tiles, I, pixels of a tile]
//   pack   the weight: [O/b, I, b]
//   block  the sums: [N, O/b, chunks, tiles, pixels of a tile, b]
//   conv   the same values as NCHW
//
// A chunk is some rows of the output; its tiles run over the ends of rows, and the last one may have a tail.
#pragma once

#include <cstdint>
#include <optional>

#include "op/compute/conv_parts.h"
#include "op/compute/conv_tiles.h"

namespace nw::op {

struct PointwisePlan {
  int64_t rows = 1;     // of the output, in a chunk: a divisor of the height
  int64_t tiles = 1;    // of a chunk
  int64_t pixels = 1;   // of a tile
  int64_t vectors = 1;  // of output channels, in a block
  double cost = 0;      // estimated cycles relative to those of the needed multiplications
};

bool fits_pointwise(const Conv& conv, int64_t kernel_height, int64_t kernel_width);

// The chunks, tiles and blocks of least cost; nothing where output channels do not fill vectors.
std::optional<PointwisePlan> plan_pointwise(const ConvPlane& plane, const CoreFacts& core);

Tensor pointwise_conv(const ComputeContext& c, const Conv& p, const PointwisePlan& plan);

}  // namespace nw::op
