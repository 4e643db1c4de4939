// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/group_graph.h"

#include <algorithm>
#include <set>
#include <utility>

namespace nw::model {

using graph::Node;
using graph::NodeKind;

namespace {

bool holds_data(const Node& node) {
  return node.kind == NodeKind::Constant && node.data.defined();
}

std::vector<NodeId> outside_of(const graph::Graph& graph, const fusion::Group& group) {
  const std::set<NodeId> members(group.nodes.begin(), group.nodes.end());
  std::vector<NodeId> outside;
  for (const NodeId id : group.nodes)
    for (const NodeId input : graph.node(id).inputs)
      if (!members.contains(input) && std::ranges::find(outside, input) == outside.end()) outside.push_back(input);
  return outside;
}

}  // namespace

std::vector<NodeId> group_inputs(const graph::Graph& graph, const fusion::Group& group) {
  std::vector<NodeId> inputs = outside_of(graph, group);
  std::erase_if(inputs, [&](NodeId id) { return holds_data(graph.node(id)); });
  return inputs;
}

GroupGraph cut_out(const graph::Graph& graph, const fusion::Group& group, std::span<const graph::Type> input_types) {
  GroupGraph cut;
  size_t next = 0;
  for (const NodeId id : outside_of(graph, group)) {
    Node node = graph.node(id);
    if (!holds_data(node)) {
      node = {};
      node.kind = NodeKind::Input;
      node.name = graph.node(id).name;
      node.origin = graph.node(id).origin;
      node.type = input_types[next++];
    }
    const bool is_input = node.kind == NodeKind::Input;
    cut.inside[id] = cut.graph.add(std::move(node));
    if (is_input) cut.graph.inputs.push_back(cut.inside[id]);
  }
  fusion::Group inner;
  inner.id = cut.group = GroupId(0);
  inner.kind = group.kind;
  for (const NodeId id : group.nodes) {
    Node node = graph.node(id);
    for (NodeId& input : node.inputs) input = cut.inside.at(input);
    cut.inside[id] = cut.graph.add(std::move(node));
    inner.nodes.push_back(cut.inside[id]);
    cut.fusion.group_of[cut.inside[id]] = inner.id;
  }
  inner.root = cut.inside.at(group.root);
  if (group.anchor.valid()) inner.anchor = cut.inside.at(group.anchor);
  cut.fusion.groups.push_back(std::move(inner));
  cut.graph.name = graph.name;
  cut.graph.operators = graph.operators;
  cut.graph.outputs.push_back(cut.inside.at(group.root));
  return cut;
}

}  // namespace nw::model
