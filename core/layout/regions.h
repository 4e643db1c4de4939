// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes for graphs without names: pieces with one way in and one way out (a residual block, an attention head), found
// by dominators and post-dominators.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace nw::layout {

struct Regions {
  std::vector<int32_t> box;     // of each node: the innermost region that it is in, or −1
  std::vector<int32_t> parent;  // of each region: the one around it, or −1; outer ones have smaller numbers
  std::vector<int32_t> entry;   // of each region: the node before it, through which all ways into it lead
  std::vector<int32_t> exit;    // of each region: its last node, through which all ways out of it lead
};

// Regions of at least `least` nodes. Edges that close a cycle are left out. Of the nodes that read nothing, the one
// that begins the longest way counts as the input; the others (weights, a mask) bind no region and belong to their
// readers.
Regions find_regions(int32_t nodes, const std::vector<std::pair<int32_t, int32_t>>& edges, int32_t least = 6);

}  // namespace nw::layout
