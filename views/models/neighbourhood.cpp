// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/neighbourhood.h"

namespace nw::views {

std::vector<NodeId> neighbourhood(const graph::Graph& graph, const std::vector<NodeId>& from, int up, int down) {
  std::vector<bool> found(graph.size(), false);
  for (NodeId id : from) found[id.index()] = true;
  auto spread = [&](int steps, auto&& neighbours) {
    std::vector<NodeId> edge = from;
    for (int step = 0; step < steps && !edge.empty(); ++step) {
      std::vector<NodeId> next;
      for (NodeId id : edge)
        for (NodeId other : neighbours(id)) {
          if (!other.valid() || graph.node(other).kind == graph::NodeKind::Constant || found[other.index()]) continue;
          found[other.index()] = true;
          next.push_back(other);
        }
      edge = std::move(next);
    }
  };
  spread(up, [&](NodeId id) -> const std::vector<NodeId>& { return graph.node(id).inputs; });
  if (down > 0) {
    const std::vector<std::vector<NodeId>> users = graph.users();
    spread(down, [&](NodeId id) -> const std::vector<NodeId>& { return users[id.index()]; });
  }
  std::vector<NodeId> nodes;
  for (size_t i = 0; i < found.size(); ++i)
    if (found[i]) nodes.push_back(NodeId(static_cast<int32_t>(i)));
  return nodes;
}

}  // namespace nw::views
