// SPDX-License-Identifier: GPL-3.0-or-later
// How a convolution's output plane is cut into tiles whose pixels are the lanes of vectors. Rows of one plane lie one
// after the other at a pitch that leaves room for the window's reach, so a tile may run over the ends of rows; the
// pixels between are computed for nothing, and so are those past the last row.
#pragma once

#include <cstdint>
#include <optional>

namespace nw::op {

struct ConvPlane {
  int64_t inputs = 1, outputs = 1;  // channels, of one group
  int64_t height = 1, width = 1;    // of the output
  int64_t pitch = 1;                // places from one row to the next: width + what the window reaches beyond
  int64_t taps = 1;                 // window positions
};

struct ConvTiles {
  int64_t rows = 1;     // of the output computed together: a divisor of the height
  int64_t vectors = 1;  // of 16 floats in a tile
  int64_t tiles = 1;    // that cover the rows
  int64_t pixels() const { return 16 * vectors; }
};

// The tiles that lose least; nothing where more than half of the work would be for nothing.
std::optional<ConvTiles> plan_tiles(const ConvPlane& plane);

// Output channels summed at once beside `vectors` registers of pixels: a divisor of `outputs`.
int64_t tile_channels(int64_t outputs, int64_t vectors, int64_t registers);

}  // namespace nw::op
