// SPDX-License-Identifier: GPL-3.0-or-later
// The displayed part of a graph: all of it, a scope that was entered, the neighbourhood of a node, or some nodes;
// without hidden nodes, and with pinned ones.
#pragma once

#include <QString>
#include <memory>
#include <set>
#include <vector>

#include "models/scope_tree.h"

namespace nw::views {

struct Part {
  enum class Kind { All, Scope, Around, Nodes };
  Kind kind = Kind::All;
  int32_t scope = 0;               // Scope
  std::vector<NodeId> nodes = {};  // Around: their surroundings; Nodes: these
  int hops = 1;                    // Around
  std::set<NodeId> hidden = {};
  std::set<NodeId> pinned = {};  // shown whatever the part is

  bool all() const { return kind == Kind::All && hidden.empty(); }
  // By node; null: everything.
  std::shared_ptr<const std::vector<bool>> shown(const graph::Graph& graph, const ScopeTree& tree) const;
};

}  // namespace nw::views
