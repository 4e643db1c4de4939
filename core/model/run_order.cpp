// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run_order.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "model/group_graph.h"

namespace nw::model {

using graph::Graph;
using graph::Node;
using graph::NodeKind;

namespace {

// A group's arguments are roots of other groups: in the order of roots each is there in time.
std::vector<const fusion::Group*> by_root(const Graph& graph, const fusion::Fusion& fusion) {
  std::map<NodeId, size_t> position;
  for (const NodeId id : graph.post_order()) position.emplace(id, position.size());
  std::vector<const fusion::Group*> groups;
  for (const fusion::Group& group : fusion.groups) groups.push_back(&group);
  std::ranges::stable_sort(groups, {}, [&](const fusion::Group* group) { return position[group->root]; });
  return groups;
}

bool is_fixed(const Graph& graph, const fusion::Group& group, const std::set<NodeId>& fixed) {
  if (!has_sizes(graph.node(group.root).type) || has_body(graph, group)) return false;
  return std::ranges::all_of(group_inputs(graph, group), [&](NodeId id) {
    return fixed.contains(id) || (reads_shape_only(graph, group) && has_sizes(graph.node(id).type));
  });
}

bool same_elements(const graph::Type& a, const graph::Type& b) {
  if (!a.is_tensor() || !b.is_tensor() || !has_sizes(a) || !has_sizes(b) || a.dtype != b.dtype) return false;
  const int64_t count = element_count(*graph::constant_shape(a.shape));
  return count >= 0 && count == element_count(*graph::constant_shape(b.shape));
}

// What a group of such operators alone reads; invalid: there are others in it.
NodeId viewed(const Graph& graph, const fusion::Group& group) {
  NodeId at = group.root;
  for (size_t seen = 0; seen < group.nodes.size(); ++seen) {
    const Node& node = graph.node(at);
    if (std::ranges::find(group.nodes, at) == group.nodes.end() || !keeps_elements(node)) return {};
    at = node.inputs[0];
  }
  return same_elements(graph.node(at).type, graph.node(group.root).type) ? at : NodeId();
}

}  // namespace

bool has_sizes(const graph::Type& type) {
  return std::ranges::all_of(flattened(type), [](const graph::Type& field) {
    return field.is_tensor() && field.rank_known && !field.is_dynamic() && !field.dtype.is_string();
  });
}

bool has_body(const Graph& graph, const fusion::Group& group) {
  return std::ranges::any_of(group.nodes, [&](NodeId id) {
    return std::ranges::any_of(graph.node(id).inputs,
                               [&](NodeId input) { return graph.node(input).kind == NodeKind::Function; });
  });
}

bool keeps_elements(const Node& node) {
  constexpr std::string_view kOps[] = {"reshape", "contrib_reverse_reshape", "expand_dims", "squeeze",
                                       "nn.batch_flatten"};
  return node.kind == NodeKind::Call && std::ranges::find(kOps, node.op) != std::end(kOps) && !node.inputs.empty();
}

bool reads_shape_only(const Graph& graph, const fusion::Group& group) {
  return group.nodes.size() == 1 && graph.node(group.root).op == "shape_of";
}

std::vector<OrderedGroup> run_order(const Graph& graph, const fusion::Fusion& fusion) {
  std::vector<OrderedGroup> order;
  std::set<NodeId> fixed;
  for (const fusion::Group* group : by_root(graph, fusion)) {
    if (is_fixed(graph, *group, fixed)) {
      fixed.insert(group->nodes.begin(), group->nodes.end());
      order.push_back({group, Role::Fixed});
    } else if (const NodeId source = viewed(graph, *group)) {
      order.push_back({group, Role::View, source});
    } else {
      order.push_back({group, Role::Run});
    }
  }
  return order;
}

}  // namespace nw::model
