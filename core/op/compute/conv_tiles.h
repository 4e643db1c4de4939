// SPDX-License-Identifier: GPL-3.0-or-later
// What of a convolution is accumulated in registers together: pixels of some channels, or channels of some pixels.
//
// Tiles have the pixels of a plane as vector lanes. Rows of a plane are contiguous, with a pitch that includes the
// overhang of the window, so a tile may extend over the ends of rows; the pixels between rows and past the last row are
// computed and not used. The weight is read where it lies.
//
// Blocks have output channels as lanes, and read a packed weight. Nothing is computed in vain, but results are turned
// into planes afterwards.
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
  int64_t row_taps = 1;             // window positions along a row
  int64_t stride = 1;               // along a row
  bool packed_before = false;       // the weight: packing it costs the kernel nothing
};

struct ConvTiles {
  int64_t rows = 1;     // of the output computed together: a divisor of the height
  int64_t vectors = 1;  // in a tile
  int64_t tiles = 1;    // that cover the rows
  int64_t lanes = 16;   // float32 elements of a vector
  double cost = 0;      // estimated cycles relative to those of the needed multiplications
  int64_t pixels() const { return lanes * vectors; }
};

struct ConvBlocks {
  int64_t vectors = 1;  // of output channels
  int64_t pixels = 1;   // of a row: a divisor of the width
  double cost = 0;      // likewise
};

// The tiles with the least waste; nothing if more than half of the work would be wasted.
std::optional<ConvTiles> plan_tiles(const ConvPlane& plane, const CoreFacts& core);

inline constexpr int64_t kFewestSums = 7;  // accumulated side by side: of fewer, each is waited for
inline constexpr double kTurn = 1.2;       // cycles to turn an element of a block into its plane

// The blocks of least cost; nothing where the target cannot multiply by an element in memory (AVX-512 does), or no
// block has a good size.
std::optional<ConvBlocks> plan_blocks(const ConvPlane& plane, const CoreFacts& core);
// Pixels of a row accumulated together with `vectors` registers of channels.
int64_t block_pixels(int64_t width, int64_t vectors, int64_t row_taps, int64_t registers);

// Output channels accumulated together with `vectors` registers of pixels: a divisor of `outputs`.
int64_t tile_channels(int64_t outputs, int64_t vectors, int64_t registers);

}  // namespace nw::op
