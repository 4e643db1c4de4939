// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference_json.h"

#include <fmt/format.h>

namespace nw::cli {

using nlohmann::json;

namespace {

json groups_json(const std::vector<GroupId>& groups) {
  json list = json::array();
  for (const GroupId id : groups) list.push_back(id.value);
  return list;
}

json edges_json(const graph::Graph& graph, const std::vector<std::pair<NodeId, NodeId>>& edges) {
  json list = json::array();
  for (const auto& [from, to] : edges) list.push_back({graph.node(from).name, graph.node(to).name});
  return list;
}

}  // namespace

json difference_json(const graph::Graph& graph_before, const fusion::Fusion& before, const graph::Graph& graph_after,
                     const fusion::Fusion& after, const fusion::Difference& difference) {
  json changes = json::array();
  for (const fusion::GroupChange& change : difference.changes) {
    json moved = json::array();
    for (const NodeId id : change.moved) moved.push_back(graph_before.node(id).name);
    changes.push_back({{"kind", fusion::to_string(change.kind)},
                       {"before", groups_json(change.before)},
                       {"after", groups_json(change.after)},
                       {"moved", std::move(moved)},
                       {"text", fusion::sentence(graph_before, before, graph_after, after, change).english()}});
  }
  return {{"summary", fusion::summary(difference).english()},
          {"before", difference.groups_before},
          {"after", difference.groups_after},
          {"changes", std::move(changes)},
          {"fused", edges_json(graph_before, difference.fused)},
          {"cut_open", edges_json(graph_before, difference.cut_open)}};
}

std::string difference_text(const graph::Graph& graph_before, const fusion::Fusion& before,
                            const graph::Graph& graph_after, const fusion::Fusion& after,
                            const fusion::Difference& difference) {
  constexpr size_t kMaxChanges = 40;
  std::string text = fusion::summary(difference).english() + "\n";
  for (size_t i = 0; i < difference.changes.size() && i < kMaxChanges; ++i) {
    text += "  " + fusion::sentence(graph_before, before, graph_after, after, difference.changes[i]).english() + "\n";
  }
  if (difference.changes.size() > kMaxChanges)
    text += fmt::format("  … {} more\n", difference.changes.size() - kMaxChanges);
  return text;
}

}  // namespace nw::cli
