// SPDX-License-Identifier: GPL-3.0-or-later
// Places for blocks of memory whose lifetimes are known beforehand: those that are alive at the same time lie apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace nw::model {

struct Lifetime {
  int64_t bytes = 0;
  size_t first = 0, last = 0;  // steps, both included
};

inline constexpr int64_t kBlockAlignment = 64;  // of every offset: what kernels expect of a buffer

struct Placement {
  std::vector<int64_t> offsets;    // as the blocks were given
  std::map<int64_t, int64_t> own;  // buffers of their own, offset → bytes; of one arena: that alone
  int64_t bytes = 0;               // of all
};

// One arena: the largest block first, each into the smallest gap that holds it.
Placement place_in_arena(const std::vector<Lifetime>& blocks);
// For devices that cannot address a part of a buffer: whole buffers, each shared by blocks of different times.
Placement place_in_buffers(const std::vector<Lifetime>& blocks);

// The most bytes that are alive in one step.
int64_t most_alive(const std::vector<Lifetime>& blocks);

}  // namespace nw::model
