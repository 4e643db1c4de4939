// SPDX-License-Identifier: GPL-3.0-or-later
// Tiling of a convolution's output plane, with the pixels of a tile as vector lanes. Rows of a plane are contiguous,
// with a pitch that includes the overhang of the window, so a tile may extend over the ends of rows; the pixels between
// rows and past the last row are computed and not used.
#pragma once

#include <cstdint>
#include <optional>

#include "op/registry.h"

namespace nw::op {

struct ConvPlane {
  int64_t inputs = 1, outputs = 1;  // channels, of one group
  int64_t height = 1, width = 1;    // of the output
  int64_t pitch = 1;                // elements from one row to the next: width + overhang of the window
  int64_t taps = 1;                 // window positions
  bool copied = false;              // the tiles read a copy of the data in any case
};

struct ConvTiles {
  int64_t rows = 1;     // of the output computed together: a divisor of the height
  int64_t vectors = 1;  // in a tile
  int64_t tiles = 1;    // that cover the rows
  int64_t lanes = 16;   // float32 elements of a vector
  int64_t pixels() const { return lanes * vectors; }
};

// The tiles with the least waste; nothing if more than half of the work would be wasted.
std::optional<ConvTiles> plan_tiles(const ConvPlane& plane, const CoreFacts& core);

// Output channels accumulated together with `vectors` registers of pixels: a divisor of `outputs`.
int64_t tile_channels(int64_t outputs, int64_t vectors, int64_t registers);

}  // namespace nw::op
