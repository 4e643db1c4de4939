// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace nw::fusion {

namespace {

// Groups before and after form a bipartite graph, with an edge where they share a node; each component is a change.
class Comparer {
 public:
  // `match` is null where both are fusions of one graph.
  Comparer(const Fusion& before, const Fusion& after, const std::vector<NodeId>* match)
      : before_(before), after_(after), match_(match), parent_(before.groups.size() + after.groups.size()) {
    std::iota(parent_.begin(), parent_.end(), size_t{0});
    if (!match) return;
    for (size_t i = 0; i < match->size(); ++i) {
      const NodeId to = (*match)[i];
      if (!to.valid()) continue;
      if (to.index() >= back_.size()) back_.resize(to.index() + 1);
      back_[to.index()] = NodeId(i);
    }
  }

  Difference compare() {
    out_.groups_before = before_.groups.size();
    out_.groups_after = after_.groups.size();
    for (const Group& group : before_.groups) {
      for (const NodeId id : group.nodes) {
        if (const GroupId to = group_after(id)) unite(group.id.index(), offset() + to.index());
      }
    }
    collect();
    std::sort(out_.moved.begin(), out_.moved.end());
    edges();
    return std::move(out_);
  }

 private:
  size_t offset() const { return before_.groups.size(); }

  static GroupId group_of(const Fusion& fusion, NodeId id) {
    const auto it = fusion.group_of.find(id);
    return it == fusion.group_of.end() ? GroupId() : it->second;
  }

  // Of a node of the first graph.
  GroupId group_before(NodeId id) const { return group_of(before_, id); }
  GroupId group_after(NodeId id) const {
    const NodeId to = other(id);
    return to.valid() ? group_of(after_, to) : GroupId();
  }
  NodeId other(NodeId id) const {
    if (!match_) return id;
    return id.index() < match_->size() ? (*match_)[id.index()] : NodeId();
  }

  // A group's nodes as nodes of the first graph; those without a match are left out.
  std::vector<NodeId> nodes_before(const Group& group) const {
    std::vector<NodeId> nodes;
    for (const NodeId id : group.nodes) {
      if (other(id).valid()) nodes.push_back(id);
    }
    return nodes;
  }
  std::vector<NodeId> nodes_after(const Group& group) const {
    if (!match_) return group.nodes;
    std::vector<NodeId> nodes;
    for (const NodeId id : group.nodes) {
      if (id.index() < back_.size() && back_[id.index()].valid()) nodes.push_back(back_[id.index()]);
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
  }

  size_t find(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(size_t a, size_t b) { parent_[find(b)] = find(a); }

  void collect() {
    std::map<size_t, GroupChange> pieces;
    for (const Group& group : before_.groups) pieces[find(group.id.index())].before.push_back(group.id);
    for (const Group& group : after_.groups) pieces[find(offset() + group.id.index())].after.push_back(group.id);
    std::vector<std::pair<NodeId, GroupChange>> changes;
    for (auto& [key, piece] : pieces) {
      if (is_same(piece) || is_unmatched(piece)) continue;
      if (piece.before.size() == 1 && piece.after.size() > 1) piece.kind = GroupChange::Kind::Split;
      if (piece.after.size() == 1 && piece.before.size() > 1) piece.kind = GroupChange::Kind::Merged;
      find_moved(piece);
      const Group& first =
          piece.before.empty() ? after_.groups[piece.after[0].index()] : before_.groups[piece.before[0].index()];
      changes.emplace_back(first.nodes.front(), std::move(piece));
    }
    std::sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [first, change] : changes) out_.changes.push_back(std::move(change));
  }

  bool is_same(const GroupChange& piece) const {
    if (piece.before.size() != 1 || piece.after.size() != 1) return false;
    std::vector<NodeId> nodes = nodes_before(before_.groups[piece.before[0].index()]);
    if (match_) std::sort(nodes.begin(), nodes.end());
    return nodes == nodes_after(after_.groups[piece.after[0].index()]);
  }

  // Groups of nodes that only one of the two graphs has.
  bool is_unmatched(const GroupChange& piece) const {
    return std::all_of(piece.before.begin(), piece.before.end(),
                       [&](GroupId id) { return nodes_before(before_.groups[id.index()]).empty(); }) &&
           std::all_of(piece.after.begin(), piece.after.end(),
                       [&](GroupId id) { return nodes_after(after_.groups[id.index()]).empty(); });
  }

  // Each group before is matched with the group after that shares most nodes with it; the other nodes have moved.
  void find_moved(GroupChange& piece) {
    struct Share {
      size_t count;
      GroupId before, after;
    };
    std::map<std::pair<GroupId, GroupId>, size_t> counts;
    for (const GroupId id : piece.before) {
      for (const NodeId node : before_.groups[id.index()].nodes) ++counts[{id, group_after(node)}];
    }
    std::vector<Share> shares;
    for (const auto& [pair, count] : counts) {
      if (pair.second) shares.push_back({count, pair.first, pair.second});
    }
    std::stable_sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) { return a.count > b.count; });
    std::map<GroupId, GroupId> heir;  // before → after, one to one
    std::map<GroupId, GroupId> taken;
    for (const Share& s : shares) {
      if (!heir.contains(s.before) && taken.emplace(s.after, s.before).second) heir[s.before] = s.after;
    }
    for (const GroupId id : piece.before) {
      const auto it = heir.find(id);
      for (const NodeId node : nodes_before(before_.groups[id.index()])) {
        if (it == heir.end() || group_after(node) != it->second) piece.moved.push_back(node);
      }
    }
    for (const GroupId id : piece.after) {
      for (const NodeId node : nodes_after(after_.groups[id.index()])) {
        if (!group_before(node)) piece.moved.push_back(node);
      }
    }
    out_.moved.insert(out_.moved.end(), piece.moved.begin(), piece.moved.end());
  }

  void edges() {
    for (const Edge& e : before_.edges) {
      if (!other(e.from).valid() || !other(e.to).valid()) continue;
      const bool was = group_before(e.from) && group_before(e.from) == group_before(e.to);
      const bool is = group_after(e.from) && group_after(e.from) == group_after(e.to);
      if (was && !is) out_.cut_open.emplace_back(e.from, e.to);
      if (is && !was) out_.fused.emplace_back(e.from, e.to);
    }
  }

  const Fusion& before_;
  const Fusion& after_;
  const std::vector<NodeId>* match_;
  std::vector<NodeId> back_;  // by node of the second graph, where there are two
  std::vector<size_t> parent_;
  Difference out_;
};

Sentence list_of(const graph::Graph& graph, const Fusion& fusion, const std::vector<GroupId>& ids) {
  constexpr size_t kMax = 4;
  if (ids.empty()) return NW_TEXT("Fusion", "nothing");
  std::vector<Sentence> groups;
  std::string first;
  for (const GroupId id : ids) {
    const std::string group = "{" + operators_of(graph, fusion.groups[id.index()]) + "}";
    if (groups.size() == kMax) return Sentence(NW_TEXT("Fusion", "{0} and {1} more"), first, ids.size() - kMax);
    first += (groups.empty() ? "" : ", ") + group;
    groups.emplace_back(group);
  }
  return Sentence::list(std::move(groups));
}

}  // namespace

std::string_view to_string(GroupChange::Kind kind) {
  switch (kind) {
    case GroupChange::Kind::Split:
      return "split";
    case GroupChange::Kind::Merged:
      return "merged";
    case GroupChange::Kind::Regrouped:
      break;
  }
  return "regrouped";
}

Difference difference(const Fusion& before, const Fusion& after) {
  return Comparer(before, after, nullptr).compare();
}

Difference difference(const Fusion& before, const Fusion& after, const std::vector<NodeId>& match) {
  return Comparer(before, after, &match).compare();
}

WhatIf what_if(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Fusion& before,
               const Options& options) {
  WhatIf result{fuse(graph, traits, options), {}};
  result.difference = difference(before, result.fusion);
  return result;
}

std::string operators_of(const graph::Graph& graph, const Group& group) {
  constexpr size_t kMax = 6;
  std::string text;
  size_t count = 0;
  for (const NodeId id : group.nodes) {
    const graph::Node& node = graph.node(id);
    if (node.kind != graph::NodeKind::Call || ++count > kMax) continue;
    text += (text.empty() ? "" : ", ") + node.op;
  }
  if (count > kMax) text += fmt::format(", {} more", count - kMax);
  return text;
}

Sentence sentence(const graph::Graph& graph, const Fusion& before, const Fusion& after, const GroupChange& change) {
  return sentence(graph, before, graph, after, change);
}

Sentence sentence(const graph::Graph& graph_before, const Fusion& before, const graph::Graph& graph_after,
                  const Fusion& after, const GroupChange& change) {
  Template text = NW_TEXT("Fusion", "{0} become {1}");
  if (change.before.size() == 1)
    text = change.after.size() > 1 ? NW_TEXT("Fusion", "{0} is split into {1}") : NW_TEXT("Fusion", "{0} becomes {1}");
  if (change.kind == GroupChange::Kind::Merged) text = NW_TEXT("Fusion", "{0} are merged into {1}");
  return Sentence(text, list_of(graph_before, before, change.before), list_of(graph_after, after, change.after));
}

Sentence summary(const Difference& difference) {
  if (difference.empty()) return NW_TEXT("Fusion", "The groups stay as they are.");
  size_t kinds[3] = {};
  for (const GroupChange& change : difference.changes) ++kinds[static_cast<size_t>(change.kind)];
  Sentence parts;
  const auto part = [&](GroupChange::Kind kind, Template text) {
    const size_t count = kinds[static_cast<size_t>(kind)];
    if (count == 0) return;
    const Sentence counted(text, count);
    parts = parts.empty() ? counted : Sentence(NW_TEXT("Sentence", "{0}, {1}"), std::move(parts), counted);
  };
  part(GroupChange::Kind::Split, NW_TEXT("Fusion", "{0} split"));
  part(GroupChange::Kind::Merged, NW_TEXT("Fusion", "{0} merged"));
  part(GroupChange::Kind::Regrouped, NW_TEXT("Fusion", "{0} regrouped"));
  return Sentence(
      NW_TEXT("Fusion", "{0}: {1}; {2}."),
      Sentence(difference.groups_before == 1 ? NW_TEXT("Fusion", "{0} group becomes {1}")
                                             : NW_TEXT("Fusion", "{0} groups become {1}"),
               difference.groups_before, difference.groups_after),
      std::move(parts),
      Sentence(difference.moved.size() == 1 ? NW_TEXT("Fusion", "{0} node moves") : NW_TEXT("Fusion", "{0} nodes move"),
               difference.moved.size()));
}

}  // namespace nw::fusion
