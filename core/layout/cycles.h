// SPDX-License-Identifier: GPL-3.0-or-later
// Which edges must be turned around for a graph to have no cycle.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace nw::layout {

// True for each edge that closes a cycle, found depth first in the order of the nodes, from nodes without producers.
// Loops at one node are not turned.
std::vector<char> edges_to_turn(int32_t nodes, const std::vector<std::pair<int32_t, int32_t>>& edges);

}  // namespace nw::layout
