// SPDX-License-Identifier: GPL-3.0-or-later
// Rigid vertical blocks that must keep their distances, drawn towards each other by the arms between them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/cancel.h"

namespace nw::layout {

struct BlockGap {
  int32_t left = 0, right = 0;
  double least = 0;  // x of right − x of left is at least this
};

struct BlockPull {
  int32_t a = 0, b = 0;
  double offset = 0;  // the arm is straight where x of b − x of a is this
  double weight = 1;
};

struct BlockSystem {
  int32_t blocks = 0;
  std::vector<BlockGap> gaps;  // without a cycle
  std::vector<BlockPull> pulls;
};

// The x of each block.
std::vector<double> settle_blocks(const BlockSystem& system, int rounds, const CancelToken& cancel);

}  // namespace nw::layout
