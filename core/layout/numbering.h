// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers given to keys: a hash table in one piece of memory, which is used again for the next level.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace nw::layout {

class Numbering {
 public:
  // Forgets everything. No more than `at_most` keys follow.
  void clear(size_t at_most) { slots_.assign(std::bit_ceil(2 * at_most + 1), {0, -1}); }

  // The number of a key, and whether it is new; then the number is `fresh`, which must not be negative.
  std::pair<int32_t, bool> give(uint64_t key, int32_t fresh) {
    Slot& slot = slots_[place_of(key)];
    if (slot.number >= 0) return {slot.number, false};
    slot = {key, fresh};
    return {fresh, true};
  }
  // −1: it has none.
  int32_t find(uint64_t key) const { return slots_[place_of(key)].number; }

 private:
  struct Slot {
    uint64_t key;
    int32_t number;
  };

  size_t place_of(uint64_t key) const {
    const size_t mask = slots_.size() - 1;
    uint64_t hash = key * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32;
    size_t i = static_cast<size_t>(hash) & mask;
    while (slots_[i].number >= 0 && slots_[i].key != key) i = (i + 1) & mask;
    return i;
  }

  std::vector<Slot> slots_{{0, -1}};
};

}  // namespace nw::layout
