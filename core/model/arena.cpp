// SPDX-License-Identifier: GPL-3.0-or-later
// Greedy placement by size, as in "Efficient Memory Management for Deep Neural Net Inference" (Pisarchyk, Lee, 2020):
// large blocks decide the arena's size and go first; smaller ones fill the gaps that these leave at their times. It is
// quadratic in the number of blocks.
#include "model/arena.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace nw::model {

namespace {

int64_t aligned(int64_t bytes) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max() - kBlockAlignment;
  return (std::min(bytes, kMost) + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
}

bool meet(const Lifetime& a, const Lifetime& b) {
  return a.first <= b.last && b.first <= a.last;
}

// Of equal sizes the one that lives longer first.
std::vector<size_t> largest_first(const std::vector<Lifetime>& blocks) {
  std::vector<size_t> order(blocks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater(),
                           [&](size_t i) { return std::tuple(blocks[i].bytes, blocks[i].last - blocks[i].first); });
  return order;
}

// The begin of the smallest gap between `taken` (by offset) that holds so many bytes, else behind all of them.
int64_t best_gap(const std::vector<std::pair<int64_t, int64_t>>& taken, int64_t bytes) {
  int64_t best = -1, best_size = std::numeric_limits<int64_t>::max(), end = 0;
  for (const auto& [offset, size] : taken) {
    const int64_t gap = offset - end;
    if (gap >= bytes && gap < best_size) {
      best = end;
      best_size = gap;
    }
    end = std::max(end, offset + size);
  }
  return best >= 0 ? best : end;
}

}  // namespace

Placement place_in_arena(const std::vector<Lifetime>& blocks) {
  Placement placement;
  placement.offsets.assign(blocks.size(), 0);
  std::vector<size_t> placed;  // by offset
  for (const size_t block : largest_first(blocks)) {
    const int64_t bytes = aligned(blocks[block].bytes);
    if (bytes == 0) continue;
    std::vector<std::pair<int64_t, int64_t>> taken;
    for (const size_t other : placed)
      if (meet(blocks[block], blocks[other]))
        taken.emplace_back(placement.offsets[other], aligned(blocks[other].bytes));
    const int64_t offset = best_gap(taken, bytes);
    placement.offsets[block] = offset;
    placed.insert(std::ranges::upper_bound(placed, offset, {}, [&](size_t i) { return placement.offsets[i]; }), block);
    placement.bytes = std::max(placement.bytes, offset + bytes);
  }
  placement.own[0] = placement.bytes;
  return placement;
}

Placement place_in_buffers(const std::vector<Lifetime>& blocks) {
  Placement placement;
  placement.offsets.assign(blocks.size(), 0);
  std::map<int64_t, std::vector<size_t>> users;  // of each buffer, by its offset; larger ones come first
  for (const size_t block : largest_first(blocks)) {
    // The smallest that is free at that time: the last.
    const auto free = std::find_if(users.rbegin(), users.rend(), [&](const auto& buffer) {
      return std::ranges::none_of(buffer.second, [&](size_t other) { return meet(blocks[block], blocks[other]); });
    });
    const int64_t offset = free != users.rend() ? free->first : placement.bytes;
    if (free == users.rend()) {
      placement.own[offset] = blocks[block].bytes;
      placement.bytes += std::max(aligned(blocks[block].bytes), kBlockAlignment);
    }
    placement.offsets[block] = offset;
    users[offset].push_back(block);
  }
  return placement;
}

int64_t most_alive(const std::vector<Lifetime>& blocks) {
  std::map<size_t, int64_t> changes;
  for (const Lifetime& block : blocks) {
    changes[block.first] += block.bytes;
    changes[block.last + 1] -= block.bytes;
  }
  int64_t now = 0, most = 0;
  for (const auto& [step, change] : changes) most = std::max(most, now += change);
  return most;
}

}  // namespace nw::model
