// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/compact.h"

namespace nw::graph {

Compacted without_dead_nodes(Graph graph) {
  std::vector<NodeId> roots = graph.inputs;
  for (const auto& [name, function] : graph.functions) roots.push_back(function);
  roots.insert(roots.end(), graph.outputs.begin(), graph.outputs.end());
  const std::vector<NodeId> order = graph.post_order(roots);
  Compacted result;
  result.map.resize(graph.size());
  if (order.size() == graph.size()) {
    for (size_t i = 0; i < graph.size(); ++i) result.map[i] = NodeId(i);
    result.graph = std::move(graph);
    return result;
  }
  std::vector<bool> live(graph.size(), false);
  for (const NodeId id : order) live[id.index()] = true;
  const auto moved = [&](NodeId& id) {
    if (id.valid()) id = result.map[id.index()];
  };
  Graph& to = result.graph;
  for (size_t i = 0; i < graph.size(); ++i) {
    if (!live[i]) continue;
    Node node = std::move(graph.node(NodeId(i)));
    for (NodeId& input : node.inputs) moved(input);
    for (NodeId& param : node.params) moved(param);
    moved(node.bound);
    result.map[i] = to.add(std::move(node));
  }
  to.name = std::move(graph.name);
  to.format = std::move(graph.format);
  to.producer = std::move(graph.producer);
  to.ir_version = graph.ir_version;
  to.opsets = std::move(graph.opsets);
  to.output_names = std::move(graph.output_names);
  to.declared_inputs = std::move(graph.declared_inputs);
  to.symbols = std::move(graph.symbols);
  to.operators = std::move(graph.operators);
  to.inputs = std::move(graph.inputs);
  to.outputs = std::move(graph.outputs);
  to.functions = std::move(graph.functions);
  for (NodeId& id : to.inputs) moved(id);
  for (NodeId& id : to.outputs) moved(id);
  for (auto& [name, id] : to.functions) moved(id);
  return result;
}

}  // namespace nw::graph
