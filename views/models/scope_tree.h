// SPDX-License-Identifier: GPL-3.0-or-later
// The name scopes of a graph as a tree; of a large graph without names, its pieces (structure.h). A scope that holds a
// single thing says nothing and is left out, and so are constants: they are shown as rows of the nodes that read them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "models/readers.h"
#include "models/size_names.h"

namespace nw::views {

struct Scope {
  std::string name;        // as written
  std::string path;        // "layer1/layer1.0"
  std::string label = {};  // its name, or the shortest end of its path that no scope beside it has: "features.3/conv"
  int32_t parent = -1;
  std::vector<int32_t> scopes = {};
  std::vector<NodeId> nodes = {};  // directly inside
  int32_t node_count = 0;          // in it and below
  int32_t depth = 0;
  double flops = 0;    // of all nodes in it and below whose operations are known
  NodeId output = {};  // the last node in it and below that others read, or the graph's caller; not valid: none
};

// A value that one shown node gives another.
struct Passing {
  NodeId producer, consumer;
  float bytes = 0;
};

struct ScopeTree {
  std::vector<Scope> scopes;      // [0] is the root, the graph itself
  std::vector<int32_t> scope_of;  // by node index; -1: not shown
  std::vector<NodeId> order;      // shown nodes, producers first
  std::vector<Passing> passing;   // in the order of the consumers: found once, for every picture needs them
  Readers readers;                // of all nodes of the graph
  SizeNames sizes;                // of the shown nodes' types

  static ScopeTree build(const graph::Graph& graph);
  int32_t find(const std::string& path) const;  // -1 if there is none
  bool inside(int32_t scope, int32_t ancestor) const;
  double share(int32_t scope) const;                  // of the graph's operations, 0 to 1
  std::vector<NodeId> nodes_in(int32_t scope) const;  // and below it, producers first
};

}  // namespace nw::views
