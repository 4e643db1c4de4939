// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting a network into stretches that do not influence each other, and pinning the trunks that run past them all.
//
// A layer with a single node on it is a cut: what lies above and what lies below can be ordered and placed apart. A
// transformer of a hundred layers is a chain of such stretches, all alike, unless a mask runs down the whole picture
// and spoils every cut. So the longest trunks are pinned outside, left or right of everything, if that frees cuts.
#pragma once

#include <cstdint>
#include <vector>

#include "layout/order.h"

namespace nw::layout {

struct Pins {
  std::vector<int32_t> left, right;  // trunks, from the outside in
};

// The trunks that are better kept out of the order, and on which side they cross least.
Pins choose_pins(const Network& net);

struct Cut {
  Stretch stretch;
  std::vector<int32_t> nodes;  // network node of each node of the stretch
  int32_t first_layer = 0;
};

// The network from cut to cut; neighbours share the layer of their cut.
std::vector<Cut> cut_network(const Network& net, const Pins& pins, const std::vector<double>& widths);

}  // namespace nw::layout
