// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runnable.h"

#include <fmt/format.h>

#include <map>

#include "op/registry.h"
#include "reference/operators.h"

namespace nw::model {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeKind;
using graph::Type;

bool has_reference(const Node& node) {
  return reference::Table::standard().find(node.op) != nullptr;
}

// Everything that a run may come to.
std::vector<NodeId> reachable(const Graph& graph) {
  std::vector<NodeId> roots = graph.outputs;
  for (const auto& [name, function] : graph.functions) roots.push_back(function);
  return graph.post_order(roots);
}

// Types that files have values of.
bool can_be_given(const Type& type) {
  if (type.is_sequence() || type.is_optional()) return can_be_given(type.fields[0]);
  return type.is_tensor();
}

std::string obstacle(const Graph& graph, const Node& node) {
  switch (node.kind) {
    case NodeKind::Call:
      if (has_reference(node) || (op::why_no_kernel(graph, node).empty() && graph::is_known(node.type))) return {};
      return fmt::format("nothing computes {} '{}'{}", node.op, node.name,
                         node.why_opaque.empty() ? "" : ": " + node.why_opaque);
    case NodeKind::Opaque:
    case NodeKind::Match:
      return fmt::format("nothing computes '{}'{}", node.name, node.why_opaque.empty() ? "" : ": " + node.why_opaque);
    default:
      return {};
  }
}

}  // namespace

std::vector<WithoutKernel> without_kernel(const Graph& graph) {
  std::map<std::string, WithoutKernel> table;
  for (const NodeId id : reachable(graph)) {
    const Node& node = graph.node(id);
    if (node.kind != NodeKind::Call || !node.why_opaque.empty() || node.type.kind == Type::Kind::Unknown) continue;
    const std::string why = op::why_no_kernel(graph, node).english();
    if (why.empty()) continue;
    WithoutKernel& entry = table[node.op];
    entry.op = node.op;
    entry.computed = has_reference(node);
    if (entry.count++ == 0) entry.why = why + (entry.computed ? ": its reference operator computes it" : "");
  }
  std::vector<WithoutKernel> list;
  for (auto& [op, entry] : table) list.push_back(std::move(entry));
  return list;
}

Sentence why_no_kernel(const Graph& graph, const Node& node) {
  switch (node.kind) {
    case NodeKind::Call: {
      Sentence why = op::why_no_kernel(graph, node);
      return why.empty() ? why : Sentence(NW_TEXT("Model", "'{0}' has no kernel: {1}"), node.op, std::move(why));
    }
    case NodeKind::If:
      return NW_TEXT(
          "Model",
          "'if' has no kernel: it chooses a branch when the network runs; the operators of its branches have kernels");
    case NodeKind::Match:
      return NW_TEXT("Model", "'match' has no kernel: it chooses a clause when the network runs");
    default:
      return {};
  }
}

Sentence why_no_kernel(const Graph& graph, const fusion::Group& group) {
  for (const NodeId id : group.nodes)
    if (Sentence why = why_no_kernel(graph, graph.node(id)); !why.empty()) return why;
  return {};
}

std::vector<std::string> run_obstacles(const Graph& graph) {
  std::vector<std::string> obstacles;
  for (const NodeId id : graph.inputs)
    if (!can_be_given(graph.node(id).type))
      obstacles.push_back(fmt::format("no file holds a value for the input '{}' ({})", graph.node(id).name,
                                      graph::brief(graph.node(id).type)));
  for (const NodeId id : reachable(graph))
    if (std::string why = obstacle(graph, graph.node(id)); !why.empty()) obstacles.push_back(std::move(why));
  return obstacles;
}

}  // namespace nw::model
