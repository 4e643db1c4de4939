// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/graph_text.h"

#include <map>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "models/node_text.h"

namespace nw::views {

namespace {

QString quoted(const QString& text) {
  return QString::fromStdString(dot_literal(text.toStdString()));
}

// What is drawn too: constants belong to the nodes that read them.
bool is_written(const graph::Graph& graph, const std::set<NodeId>* part, NodeId id) {
  return id.valid() && graph.node(id).kind != graph::NodeKind::Constant && (!part || part->contains(id));
}

std::vector<NodeId> nodes_of(const graph::Graph& graph, const std::set<NodeId>* part) {
  std::vector<NodeId> nodes;
  for (NodeId id : graph.post_order())
    if (is_written(graph, part, id)) nodes.push_back(id);
  return nodes;
}

int group_of(const fusion::Fusion* fusion, NodeId id) {
  if (!fusion) return -1;
  const auto group = fusion->group_of.find(id);
  return group == fusion->group_of.end() ? -1 : group->second.value;
}

}  // namespace

QByteArray graph_dot(const graph::Graph& graph, const fusion::Fusion* fusion, const std::set<NodeId>* part) {
  QString out = QStringLiteral("digraph %1 {\n  node [shape=box, style=rounded, fontname=\"Inter\"];\n")
                    .arg(quoted(QString::fromStdString(graph.name)));
  const std::vector<NodeId> nodes = nodes_of(graph, part);
  std::map<int, QStringList> by_group;
  for (NodeId id : nodes) {
    const graph::Node& node = graph.node(id);
    const QString label = quoted(title_of(node) + QLatin1Char('\n') + short_name(node));
    by_group[group_of(fusion, id)] << QStringLiteral("n%1 [label=%2];\n").arg(id.value).arg(label);
  }
  for (const auto& [group, lines] : by_group) {
    const bool alone = group < 0 || lines.size() < 2;
    if (!alone) out += QStringLiteral("  subgraph cluster_%1 {\n    label=\"group %1\";\n").arg(group);
    for (const QString& line : lines) out += (alone ? QStringLiteral("  ") : QStringLiteral("    ")) + line;
    if (!alone) out += QStringLiteral("  }\n");
  }
  for (NodeId id : nodes)
    for (NodeId input : graph.node(id).inputs)
      if (is_written(graph, part, input))
        out += QStringLiteral("  n%1 -> n%2 [label=%3];\n")
                   .arg(input.value)
                   .arg(id.value)
                   .arg(quoted(type_text(graph.node(input).type)));
  return (out + QStringLiteral("}\n")).toUtf8();
}

QByteArray graph_json(const graph::Graph& graph, const fusion::Fusion* fusion, const std::set<NodeId>* part) {
  nlohmann::json nodes = nlohmann::json::array(), edges = nlohmann::json::array();
  for (NodeId id : nodes_of(graph, part)) {
    const graph::Node& node = graph.node(id);
    nlohmann::json each = {
        {"id", id.value}, {"name", node.name}, {"op", title_of(node).toStdString()}, {"scope", node.origin.scope}};
    if (node.type.is_tensor()) {
      each["dtype"] = to_string(node.type.dtype);
      if (node.type.rank_known) each["shape"] = shape_text(node.type).toStdString();
    }
    if (const int group = group_of(fusion, id); group >= 0) each["group"] = group;
    nodes.push_back(std::move(each));
    for (NodeId input : node.inputs)
      if (is_written(graph, part, input)) edges.push_back({input.value, id.value});
  }
  const nlohmann::json out = {{"name", graph.name}, {"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
  return QByteArray::fromStdString(out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace nw::views
