// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/structure.h"

#include "layout/regions.h"

namespace nw::views {

namespace {

constexpr size_t kMaxFlat = 2000;  // nodes that are laid out in no time, and seen better as a whole

// Between the shown nodes, as places in `order`.
std::vector<std::pair<int32_t, int32_t>> edges_among(const graph::Graph& graph, const std::vector<NodeId>& order) {
  std::vector<int32_t> place(graph.size(), -1);
  for (size_t i = 0; i < order.size(); ++i) place[order[i].index()] = static_cast<int32_t>(i);
  std::vector<std::pair<int32_t, int32_t>> edges;
  for (const NodeId id : order) {
    for (const NodeId input : graph.node(id).inputs) {
      if (input.valid() && place[input.index()] >= 0) edges.emplace_back(place[input.index()], place[id.index()]);
    }
  }
  return edges;
}

}  // namespace

void nest_by_structure(const graph::Graph& graph, ScopeTree& tree) {
  if (tree.order.size() <= kMaxFlat || tree.scopes.size() != 1) return;
  const layout::Regions regions =
      layout::find_regions(static_cast<int32_t>(tree.order.size()), edges_among(graph, tree.order));
  for (size_t r = 0; r < regions.parent.size(); ++r) {
    const int32_t around = regions.parent[r] + 1;
    Scope& parent = tree.scopes[static_cast<size_t>(around)];
    const std::string& name = graph.node(tree.order[static_cast<size_t>(regions.exit[r])]).name;
    Scope scope{.name = name,
                .path = parent.path.empty() ? name : parent.path + "/" + name,
                .parent = around,
                .depth = parent.depth + 1};
    parent.scopes.push_back(static_cast<int32_t>(r) + 1);
    tree.scopes.push_back(std::move(scope));
  }
  tree.scopes[0].nodes.clear();
  for (size_t i = 0; i < tree.order.size(); ++i) {
    const int32_t scope = regions.box[i] + 1;
    tree.scopes[static_cast<size_t>(scope)].nodes.push_back(tree.order[i]);
    tree.scope_of[tree.order[i].index()] = scope;
  }
}

}  // namespace nw::views
