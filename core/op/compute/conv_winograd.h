// SPDX-License-Identifier: GPL-3.0-or-later
// Winograd's minimal filtering F(2 x 2, 3 x 3) (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks"):
// 2 by 2 outputs of a 3 by 3 window take 16 multiplications instead of 36.
//
//   pad       the data with its zero border
//   data      each 4 by 4 tile of it, transformed: [N, chunks, 4, 4, I, tiles of a chunk]
//   pack      the weight, transformed: [O/b, 4, 4, I, b]
//   products  for each of the 16 positions, sums over I: [N, O/b, chunks, tiles of a chunk, 4, 4, b]
//   block     the outputs of each tile: [N, O/b, OH, OW, b]
//   conv      the same values as NCHW
//
// A chunk is some rows of tiles. Its sums are rounded about as those of the definition are, but relative to the
// greatest element of a tile, and an element that is not finite reaches all four outputs of its tiles.
#pragma once

#include <cstdint>
#include <optional>

#include "op/compute/conv_parts.h"
#include "op/compute/conv_tiles.h"

namespace nw::op {

struct WinogradPlan {
  int64_t columns = 1;  // tiles of a row, with those beyond the image that make rows divisible
  int64_t rows = 1;     // of tiles, in a chunk
  int64_t chunks = 1;
  int64_t vectors = 1;  // of output channels, in a block
  double cost = 0;      // estimated cycles relative to those of the definition's multiplications
  int64_t chunk_tiles() const { return rows * columns; }
};

bool fits_winograd(const Conv& conv, int64_t kernel_height, int64_t kernel_width);

// The chunks and blocks of least cost; nothing where the weight is not packed before, or output channels do not fill
// vectors.
std::optional<WinogradPlan> plan_winograd(const ConvPlane& plane, const CoreFacts& core);

// Tiles whose products are accumulated together with `vectors` registers of channels: a divisor of chunk_tiles.
int64_t winograd_tiles(int64_t chunk_tiles, int64_t vectors, int64_t registers);

Tensor winograd_conv(const ComputeContext& c, const Conv& p, const WinogradPlan& plan);

}  // namespace nw::op
