// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/composites.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nw::pattern {

using graph::Node;
using graph::NodeKind;

namespace {

// A leaf is a value from outside.
bool is_leaf(const PatternNode& p) {
  return p.kind == PatternKind::Wildcard || p.kind == PatternKind::Variable || p.kind == PatternKind::Constant;
}

bool is_wrapper(const PatternNode& p) {
  return p.kind == PatternKind::Either || p.kind == PatternKind::WithAttrs || p.kind == PatternKind::WithType ||
         p.kind == PatternKind::WithDtype || p.kind == PatternKind::WithShape || p.kind == PatternKind::Dominates;
}

std::string called(const Node& n) {
  return n.op.empty() ? n.name : fmt::format("`{}` ({})", n.op, n.name);
}

class Search {
 public:
  // `results`: the nodes whose values the graph gives, which one tuple may gather.
  Search(const graph::Graph& graph, const std::vector<NodeId>& results)
      : graph_(graph), results_(results), index_(graph), owner_(graph.size(), -1) {}

  Composites run(const std::vector<NamedPattern>& table) {
    for (const NamedPattern& named : table) {
      for (auto id = index_.order().rbegin(); id != index_.order().rend(); ++id) {
        if (owner_[id->index()] < 0) try_at(named, *id);
      }
    }
    return std::move(out_);
  }

 private:
  void miss(const NamedPattern& named, NodeId root, NodeId blocker, std::string text) {
    out_.near_misses.push_back({named.name, root, blocker, std::move(text)});
  }

  void try_at(const NamedPattern& named, NodeId root) {
    const Match found = match(index_, named.pattern, root);
    if (!found.ok) {
      if (found.mismatch.node != root) miss(named, root, found.mismatch.node, found.mismatch.text + ".");
      return;
    }
    if (named.check && !named.check(graph_, root)) {
      miss(named, root, root,
           fmt::format("{} matches, but the check of {} says no.", called(graph_.node(root)), named.name));
      return;
    }
    const std::set<NodeId> inside = inner_nodes(found);
    if (inside.empty() || is_refused(named, root, inside)) return;
    take(named, root, inside);
  }

  // What the pattern's own nodes matched. What only a leaf matched stays outside; constants it names come along.
  std::set<NodeId> inner_nodes(const Match& found) const {
    std::set<NodeId> inside(found.between.begin(), found.between.end());
    std::set<NodeId> leaves;
    for (const auto& [part, id] : found.nodes) {
      const bool constant = part->kind == PatternKind::Constant;
      if (!constant && is_leaf(*part))
        leaves.insert(id);
      else if (constant || !is_wrapper(*part))
        inside.insert(id);
    }
    std::erase_if(inside, [&](NodeId id) {
      const NodeKind kind = graph_.node(id).kind;
      return kind == NodeKind::Input || (leaves.contains(id) && kind != NodeKind::Constant);
    });
    return inside;
  }

  // Another composite has one of them, or one is needed outside in a way that would make a cycle.
  bool is_refused(const NamedPattern& named, NodeId root, const std::set<NodeId>& inside) {
    for (const NodeId id : inside) {
      if (graph_.node(id).kind == NodeKind::Constant) continue;
      if (const int other = owner_[id.index()]; other >= 0) {
        miss(named, root, id,
             fmt::format("{} is already in the composite {} at {}.", called(graph_.node(id)),
                         out_.list[static_cast<size_t>(other)].name,
                         called(graph_.node(out_.list[static_cast<size_t>(other)].root))));
        return true;
      }
      if (id == root) continue;
      const bool result = std::find(results_.begin(), results_.end(), id) != results_.end();
      const bool gathered =
          graph_.node(graph_.outputs[0]).kind == NodeKind::Tuple && inside.contains(graph_.outputs[0]);
      if (result && !gathered) {
        miss(named, root, id, fmt::format("{} is also a result of the graph.", called(graph_.node(id))));
        return true;
      }
      for (const NodeId user : index_.users(id)) {
        if (inside.contains(user) || index_.is_dominated(user, root)) continue;
        miss(named, root, id,
             fmt::format("{} is also read by {}, outside.", called(graph_.node(id)), called(graph_.node(user))));
        return true;
      }
    }
    return false;
  }

  void take(const NamedPattern& named, NodeId root, const std::set<NodeId>& inside) {
    Composite composite{named.name, root, {}, {}};
    std::set<NodeId> known;
    for (const NodeId id : graph_.post_order({root})) {
      if (!inside.contains(id)) continue;
      composite.nodes.push_back(id);
      if (graph_.node(id).kind != NodeKind::Constant) owner_[id.index()] = static_cast<int>(out_.list.size());
      for (const NodeId input : graph_.node(id).inputs) {
        if (!inside.contains(input) && known.insert(input).second) composite.inputs.push_back(input);
      }
    }
    out_.list.push_back(std::move(composite));
  }

  const graph::Graph& graph_;
  const std::vector<NodeId>& results_;
  GraphIndex index_;
  std::vector<int> owner_;
  Composites out_;
};

}  // namespace

Composites find_composites(const graph::Graph& graph, const std::vector<NamedPattern>& table) {
  if (graph.outputs.size() < 2) return Search(graph, graph.outputs).run(table);
  // Several results are one tuple in Relay, which a pattern may ask for; the graph has no node for it.
  graph::Graph whole = graph;
  Node gathered;
  gathered.kind = NodeKind::Tuple;
  gathered.name = "results";
  gathered.inputs = graph.outputs;
  const NodeId tuple = whole.add(std::move(gathered));
  whole.outputs = {tuple};
  Composites found = Search(whole, graph.outputs).run(table);
  const auto last_result = [&](NodeId& id) { id = id == tuple ? graph.outputs.back() : id; };
  for (Composite& composite : found.list) {
    last_result(composite.root);
    std::erase(composite.nodes, tuple);
  }
  for (NearMiss& near : found.near_misses) {
    last_result(near.root);
    last_result(near.blocker);
  }
  return found;
}

}  // namespace nw::pattern
