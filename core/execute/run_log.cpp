// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/run_log.h"

#include "model/run_order.h"

namespace nw::execute {

using graph::Node;
using graph::NodeKind;

namespace {

const char* kind_of(const graph::Graph& graph, const Node& node) {
  const auto is_function = [&](NodeId input) { return graph.node(input).kind == NodeKind::Function; };
  const bool calls = node.kind == NodeKind::If || node.kind == NodeKind::CallNode;
  if (calls || std::ranges::any_of(node.inputs, is_function)) return "control";
  if (node.op == "shape_of") return "shape";
  return model::keeps_elements(node) ? "copy" : "library";
}

}  // namespace

RunLog::Entry entry_of_operator(const graph::Graph& graph, NodeId id, GroupId group) {
  const Node& node = graph.node(id);
  RunLog::Entry entry;
  entry.kind = kind_of(graph, node);
  entry.group = group;
  entry.task = node.kind == NodeKind::If ? "If" : node.op;
  entry.node = node.name;
  entry.nodes = {node.name};
  return entry;
}

RunLog::Entry entry_of_kernel(const graph::Graph& graph, const fusion::Group& group, const std::string& task,
                              const SizedKernel& kernel) {
  RunLog::Entry entry;
  entry.group = group.id;
  entry.task = task;
  entry.node = graph.node(group.root).name;
  for (const NodeId node : group.nodes)
    if (graph.node(node).kind == NodeKind::Call) entry.nodes.push_back(graph.node(node).name);
  entry.flops = kernel.flops;
  for (const Argument& tensor : kernel.arguments) entry.bytes += element_count(tensor.shape) * tensor.dtype.bytes();
  return entry;
}

}  // namespace nw::execute
