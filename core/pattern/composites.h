// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a graph that patterns name: a table of patterns in order of priority, partitioned as TVM's MergeComposite
// does, with the reason of every place that came near and failed.
#pragma once

#include <functional>

#include "pattern/match.h"

namespace nw::pattern {

struct NamedPattern {
  std::string name;  // "dnnl.conv2d_bias_relu"
  Pattern pattern;
  std::function<bool(const graph::Graph&, NodeId root)> check;  // further conditions; empty: none
};

struct Composite {
  std::string name;
  NodeId root;                 // the last result, where it is the tuple of the graph's results
  std::vector<NodeId> nodes;   // inside, in post order; the tuple of the results is not listed
  std::vector<NodeId> inputs;  // values from outside, each once, in the order of their first use
};

// A place where at least a second part of a pattern matched, or all of it, and yet no composite came of it.
struct NearMiss {
  std::string name;
  NodeId root;
  NodeId blocker;
  std::string text;
};

struct Composites {
  std::vector<Composite> list;
  std::vector<NearMiss> near_misses;
};

// Longest patterns first in `table`, as the first that fits takes the nodes.
Composites find_composites(const graph::Graph& graph, const std::vector<NamedPattern>& table);

}  // namespace nw::pattern
