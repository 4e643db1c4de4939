// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/part.h"

#include "models/neighbourhood.h"

namespace nw::views {

std::shared_ptr<const std::vector<bool>> Part::shown(const graph::Graph& graph, const ScopeTree& tree) const {
  if (all()) return nullptr;
  auto shown = std::make_shared<std::vector<bool>>(graph.size(), kind == Kind::All);
  switch (kind) {
    case Kind::All:
      break;
    case Kind::Scope:
      for (NodeId id : tree.order) (*shown)[id.index()] = tree.inside(tree.scope_of[id.index()], scope);
      break;
    case Kind::Around:
      for (NodeId id : neighbourhood(graph, nodes, hops, hops)) (*shown)[id.index()] = true;
      break;
    case Kind::Nodes:
      for (NodeId id : nodes) (*shown)[id.index()] = true;
      break;
  }
  for (NodeId id : hidden) (*shown)[id.index()] = false;
  for (NodeId id : pinned) (*shown)[id.index()] = true;
  return shown;
}

}  // namespace nw::views
