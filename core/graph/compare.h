// SPDX-License-Identifier: GPL-3.0-or-later
// Two graphs side by side: before and after a pass, or two models. Nodes are matched by where they came from, then by
// what they compute and by their matched neighbours; what is left was added or removed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "graph/graph.h"

namespace nw::graph {

struct NodeChange {
  NodeId before, after;
  // In which respects the two differ, in this order; "inputs" if they read nodes that are not matched with one another.
  bool op = false;
  bool attrs = false;
  bool type = false;
  bool values = false;
  bool inputs = false;
  std::vector<std::string> what;  // a line each: "axis: 1 → 2", "type: Tensor[(8), float32] → Tensor[(9), float32]"
};

struct Comparison {
  std::vector<NodeId> match;    // by node of the first graph; invalid: removed, or nothing needs it
  std::vector<NodeId> back;     // by node of the second
  std::vector<NodeId> removed;  // of the first graph, in post order
  std::vector<NodeId> added;    // of the second
  std::vector<NodeChange> changed;
  size_t same = 0;
  // How many of these are constants, which pictures leave out and people count apart.
  struct Constants {
    size_t same = 0, changed = 0, removed = 0, added = 0;
  };
  Constants constants;

  bool equal() const { return removed.empty() && added.empty() && changed.empty(); }
};

// `known`: nodes of the first graph → the nodes that compute them in the second, where a pass has reported it.
Comparison compare(const Graph& before, const Graph& after, const std::map<NodeId, NodeId>& known = {});

// "812 nodes are the same, 3 changed, 2 removed, 4 added; 96 constants are the same, 0 changed, 0 removed, 1 added."
Sentence summary(const Comparison& comparison);

}  // namespace nw::graph
