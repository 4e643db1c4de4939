// SPDX-License-Identifier: GPL-3.0-or-later
// Where each node's statement must be in text: in the innermost block that holds all its uses.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace nw::import {

struct RelayScopes {
  static constexpr int kNone = -1;

  std::vector<int> parent;  // of a scope; 0 is the function's own block
  std::vector<int> depth;
  std::vector<int> home;         // of a node: the scope of its statement, kNone if the function does not need it
  std::vector<int> first_inner;  // of a node that holds blocks: their scopes follow each other from here
  std::vector<int> uses;         // how often a node is read
  std::vector<bool> ends_block;  // it is read once, as the value of its block: no statement of its own

  int inner(NodeId node, size_t block) const { return first_inner[node.index()] + static_cast<int>(block); }
};

// Of the function with these results; `order` is its nodes in post order.
RelayScopes relay_scopes(const graph::Graph& graph, const std::vector<NodeId>& order,
                         const std::vector<NodeId>& results);

// The scope in which `node` reads its input i.
int scope_of_use(const graph::Node& node, size_t i, const RelayScopes& scopes);

}  // namespace nw::import
