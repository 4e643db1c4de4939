// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs to lay out, and what must hold of every picture.
#pragma once

#include <cstdint>
#include <string>

#include "layout/layout.h"

namespace nw::test {

// The same numbers for the same seed, everywhere.
class Dice {
 public:
  explicit Dice(uint32_t seed) : state_(seed * 2654435761U + 12345) {}
  int32_t roll(int32_t sides);

 private:
  uint32_t state_;
};

struct Recipe {
  int32_t nodes = 30;
  int32_t edges = 45;
  int32_t boxes = 0;
  bool cycles = false;  // edges may lead back, and to their own node
  bool sizes = false;   // any sizes, 0 among them
};
layout::Input random_graph(uint32_t seed, const Recipe& recipe);
// A chain of blocks, in each of which one node reads from the very first node.
layout::Input bus_graph(int32_t blocks);

// The first thing that is wrong with the picture, or "".
std::string fault_of(const layout::Input& input, const layout::Output& output);
bool same_picture(const layout::Output& a, const layout::Output& b);

}  // namespace nw::test
