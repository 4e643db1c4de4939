// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a graph around a node.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace nw::views {

// The nodes at most `up` steps towards the inputs and `down` towards the results, `from` among them, in the graph's
// order. Constants are not followed.
std::vector<NodeId> neighbourhood(const graph::Graph& graph, const std::vector<NodeId>& from, int up, int down);

}  // namespace nw::views
