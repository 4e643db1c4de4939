// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_scopes.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

namespace {

// Blocks that a node opens. A let that ends its block goes on in it.
size_t blocks_of(const Node& n) {
  switch (n.kind) {
    case NodeKind::Function:
    case NodeKind::Let:
      return 1;
    case NodeKind::If:
      return 2;
    case NodeKind::Match:
      return n.inputs.empty() ? 0 : n.inputs.size() - 1;
    default:
      return 0;
  }
}

int meet(RelayScopes& s, int a, int b) {
  if (a == RelayScopes::kNone) return b;
  while (a != b) {
    int& deeper = s.depth[static_cast<size_t>(a)] >= s.depth[static_cast<size_t>(b)] ? a : b;
    deeper = s.parent[static_cast<size_t>(deeper)];
  }
  return a;
}

void open_blocks(RelayScopes& s, const Node& n, int home) {
  s.first_inner[n.id.index()] = static_cast<int>(s.parent.size());
  for (size_t b = 0; b < blocks_of(n); ++b) {
    s.parent.push_back(home);
    s.depth.push_back(s.depth[static_cast<size_t>(home)] + 1);
  }
}

bool is_block_value(const Node& n, size_t i) {
  return n.kind == NodeKind::Function || n.kind == NodeKind::Let ||
         ((n.kind == NodeKind::If || n.kind == NodeKind::Match) && i > 0);
}

}  // namespace

int scope_of_use(const Node& node, size_t i, const RelayScopes& scopes) {
  const int home = scopes.home[node.id.index()];
  switch (node.kind) {
    case NodeKind::Function:
    case NodeKind::Let:
      return scopes.inner(node.id, 0);
    case NodeKind::If:
    case NodeKind::Match:
      return i == 0 ? home : scopes.inner(node.id, i - 1);
    default:
      return home;
  }
}

RelayScopes relay_scopes(const graph::Graph& graph, const std::vector<NodeId>& order,
                         const std::vector<NodeId>& results) {
  RelayScopes s;
  s.parent = {RelayScopes::kNone};
  s.depth = {0};
  s.home.assign(graph.size(), RelayScopes::kNone);
  s.first_inner.assign(graph.size(), RelayScopes::kNone);
  s.uses.assign(graph.size(), 0);
  s.ends_block.assign(graph.size(), true);
  for (const NodeId id : results) {
    s.home[id.index()] = 0;
    s.ends_block[id.index()] = s.uses[id.index()]++ == 0 && results.size() == 1;
  }
  for (auto id = order.rbegin(); id != order.rend(); ++id) {  // users first
    const Node& n = graph.node(*id);
    const int home = s.home[id->index()];
    if (home == RelayScopes::kNone) continue;
    if (n.kind == NodeKind::Let && s.ends_block[id->index()]) {
      s.first_inner[id->index()] = home;
    } else {
      open_blocks(s, n, home);
    }
    for (size_t i = 0; i < n.inputs.size(); ++i) {
      int& input = s.home[n.inputs[i].index()];
      input = meet(s, input, scope_of_use(n, i, s));
      const bool first = s.uses[n.inputs[i].index()]++ == 0;
      s.ends_block[n.inputs[i].index()] = first && is_block_value(n, i);
    }
  }
  return s;
}

}  // namespace nw::import
