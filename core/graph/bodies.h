// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of a graph: branches of an If and bodies of loops, with the nodes that are computed inside of each and
// nowhere else. What a body reads from outside belongs to the body around both, or to none.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace nw::graph {

struct Body {
  NodeId owner;      // the If, or the call that is given the function
  std::string name;  // "then_branch", "else_branch"; of a function, the last part of its own
  std::vector<NodeId> inputs;
  std::vector<NodeId> outputs;
  std::vector<NodeId> nodes;  // without inputs, constants, and what is in bodies inside of this one; in post order
};

// In post order of their owners.
std::vector<Body> bodies(const Graph& graph);

}  // namespace nw::graph
