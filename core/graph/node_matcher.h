// SPDX-License-Identifier: GPL-3.0-or-later
// The pairing of two graphs' nodes, one to one.
#pragma once

#include <map>
#include <vector>

#include "graph/graph.h"

namespace nw::graph {

struct NodeMatch {
  std::vector<NodeId> forward;  // by node of the first graph
  std::vector<NodeId> back;     // by node of the second
};

// What the outputs and the functions need, arguments first; parameters come along.
std::vector<NodeId> needed_nodes(const Graph& graph);

NodeMatch match_nodes(const Graph& before, const Graph& after, const std::map<NodeId, NodeId>& known);

}  // namespace nw::graph
