// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/joined_groups.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace nw::model {

using graph::Graph;
using graph::Node;
using graph::NodeKind;

namespace {

// The first computation of a group: a concatenation of values of other groups.
std::optional<NodeId> leading_concatenation(const Graph& graph, const fusion::Group& group) {
  std::optional<NodeId> found;
  const std::set<NodeId> members(group.nodes.begin(), group.nodes.end());
  for (const NodeId id : group.nodes) {
    const Node& node = graph.node(id);
    if (node.kind == NodeKind::Tuple) continue;
    if (node.kind != NodeKind::Call) return std::nullopt;
    if (node.op != "concatenate") continue;
    if (found || id == group.root) return std::nullopt;
    found = id;
  }
  if (!found) return std::nullopt;
  for (const NodeId input : graph.node(*found).inputs) {
    const Node& read = graph.node(input);
    if (!members.contains(input)) continue;
    if (read.kind != NodeKind::Tuple ||
        std::ranges::any_of(read.inputs, [&](NodeId field) { return members.contains(field); }))
      return std::nullopt;
  }
  return found;
}

// Takes `concatenation`, with the tuple that it reads, out of the group into a new one.
void take_out(const Graph& graph, fusion::Fusion& fusion, GroupId from, NodeId concatenation) {
  const std::vector<NodeId>& read = graph.node(concatenation).inputs;
  fusion::Group apart;
  apart.id = GroupId(static_cast<int32_t>(fusion.groups.size()));
  apart.root = concatenation;
  apart.kind = graph::OpPattern::Injective;
  fusion::Group& group = fusion.groups[from.index()];
  std::vector<NodeId> rest;
  group.kind = graph::OpPattern::Elemwise;
  for (const NodeId id : group.nodes) {
    const bool leaves =
        id == concatenation || (graph.node(id).kind == NodeKind::Tuple && std::ranges::find(read, id) != read.end());
    (leaves ? apart.nodes : rest).push_back(id);
    if (leaves)
      fusion.group_of[id] = apart.id;
    else if (const auto pattern = fusion.pattern.find(id); pattern != fusion.pattern.end())
      group.kind = std::max(group.kind, pattern->second);
  }
  group.nodes = std::move(rest);
  fusion.groups.push_back(std::move(apart));
}

}  // namespace

const fusion::Group& RunFusion::shown(const fusion::Group& group) const {
  const auto from = left.find(group.root);
  const auto known = whole.find(from == left.end() ? group.id : from->second);
  return known == whole.end() ? group : known->second;
}

RunFusion with_joined_apart(const Graph& graph, fusion::Fusion fusion, const MemoryOptions& options) {
  std::vector<std::pair<GroupId, NodeId>> candidates;
  for (const fusion::Group& group : fusion.groups)
    if (options.parts && !(options.own_kernel && options.own_kernel(group)))
      if (const std::optional<NodeId> concatenation = leading_concatenation(graph, group))
        candidates.emplace_back(group.id, *concatenation);
  // One that is computed all the same stays where it was, and its arguments may be those of another.
  while (!candidates.empty()) {
    RunFusion made{fusion};
    for (const auto& [group, concatenation] : candidates) {
      made.whole.emplace(group, fusion.groups[group.index()]);
      made.left.emplace(concatenation, group);
      take_out(graph, made.fusion, group, concatenation);
    }
    std::set<NodeId> joined;
    for (const OrderedGroup& group : plan_memory(graph, made.fusion, options).groups)
      if (group.role == Role::Joined) joined.insert(group.group->root);
    if (std::erase_if(candidates, [&](const auto& candidate) { return !joined.contains(candidate.second); }) == 0)
      return made;
  }
  return {std::move(fusion)};
}

}  // namespace nw::model
