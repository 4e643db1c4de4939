// SPDX-License-Identifier: GPL-3.0-or-later
// A graph without the nodes that nothing needs.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace nw::graph {

struct Compacted {
  Graph graph;
  std::vector<NodeId> map;  // by old node; invalid where it is gone
};
// Keeps the graph's inputs and what its outputs and functions need, in the same order, under the same names. Every node
// must come after those it reads.
Compacted without_dead_nodes(Graph graph);

}  // namespace nw::graph
