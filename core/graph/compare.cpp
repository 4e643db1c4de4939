// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/compare.h"

#include <fmt/format.h>

#include <cstring>
#include <set>

#include "graph/node_matcher.h"

namespace nw::graph {

namespace {

bool same_values(const NDArray& a, const NDArray& b) {
  if (a.size_bytes() != b.size_bytes() || !a.bytes() || !b.bytes()) return !a.bytes() == !b.bytes();
  return a.bytes() == b.bytes() || std::memcmp(a.bytes(), b.bytes(), a.size_bytes()) == 0;
}

size_t is_constant(const Graph& graph, NodeId id) {
  return graph.node(id).kind == NodeKind::Constant ? 1 : 0;
}

class Comparer {
 public:
  Comparer(const Graph& before, const Graph& after) : before_(before), after_(after) {}

  Comparison compare(const std::map<NodeId, NodeId>& known) {
    NodeMatch match = match_nodes(before_, after_, known);
    out_.match = std::move(match.forward);
    out_.back = std::move(match.back);
    for (const NodeId id : needed_nodes(before_)) {
      if (out_.match[id.index()].valid()) continue;
      out_.removed.push_back(id);
      out_.constants.removed += is_constant(before_, id);
    }
    for (const NodeId id : needed_nodes(after_)) {
      const NodeId other = out_.back[id.index()];
      const size_t constant = is_constant(after_, id);
      if (!other.valid()) {
        out_.added.push_back(id);
        out_.constants.added += constant;
      } else if (NodeChange change = changes(before_.node(other), after_.node(id)); change.what.empty()) {
        ++out_.same;
        out_.constants.same += constant;
      } else {
        out_.changed.push_back(std::move(change));
        out_.constants.changed += constant;
      }
    }
    return std::move(out_);
  }

 private:
  NodeChange changes(const Node& a, const Node& b) const {
    NodeChange change;
    change.before = a.id;
    change.after = b.id;
    const auto note = [&](bool& flag, const std::string& what, const std::string& from, const std::string& to) {
      flag = true;
      change.what.push_back(fmt::format("{}: {} → {}", what, from, to));
    };
    const auto operator_of = [](const Node& n) {
      if (n.kind == NodeKind::Constant) return std::string("constant");
      return n.op.empty() ? std::string("none") : n.op;
    };
    if (a.kind != b.kind || a.op != b.op) note(change.op, "operator", operator_of(a), operator_of(b));
    for (const auto& [key, from, to] : attribute_changes(a, b)) note(change.attrs, key, from, to);
    const std::string from = to_string(a.type);
    const std::string to = to_string(b.type);
    if (from != to) note(change.type, "type", from, to);
    if (a.kind == NodeKind::Constant && !same_values(a.data, b.data)) {
      change.values = true;
      change.what.push_back("values differ");
    }
    compare_inputs(a, b, change);
    return change;
  }

  struct AttributeChange {
    std::string key, from, to;
  };
  static std::vector<AttributeChange> attribute_changes(const Node& a, const Node& b) {
    if (a.op != b.op) return {};  // another operator has other attributes
    const auto text = [](const Attrs& attrs, const std::string& key) {
      const auto it = attrs.find(key);
      return it == attrs.end() ? std::string("absent") : to_string(it->second);
    };
    std::set<std::string> keys;
    for (const auto& [key, value] : a.attrs) keys.insert(key);
    for (const auto& [key, value] : b.attrs) keys.insert(key);
    std::vector<AttributeChange> list;
    for (const std::string& key : keys) {
      AttributeChange change{key, text(a.attrs, key), text(b.attrs, key)};
      if (change.from != change.to) list.push_back(std::move(change));
    }
    return list;
  }

  void compare_inputs(const Node& a, const Node& b, NodeChange& change) const {
    const auto name = [](const Graph& graph, const Node& n, size_t i) {
      return i < n.inputs.size() && n.inputs[i].valid() ? graph.node(n.inputs[i]).name : std::string("nothing");
    };
    for (size_t i = 0; i < std::max(a.inputs.size(), b.inputs.size()); ++i) {
      const NodeId x = i < a.inputs.size() ? a.inputs[i] : NodeId();
      const NodeId y = i < b.inputs.size() ? b.inputs[i] : NodeId();
      if ((x.valid() ? out_.match[x.index()] : NodeId()) == y && x.valid() == y.valid()) continue;
      change.inputs = true;
      change.what.push_back(fmt::format("argument {}: {} → {}", i + 1, name(before_, a, i), name(after_, b, i)));
    }
  }

  const Graph& before_;
  const Graph& after_;
  Comparison out_;
};

}  // namespace

Comparison compare(const Graph& before, const Graph& after, const std::map<NodeId, NodeId>& known) {
  return Comparer(before, after).compare(known);
}

Sentence summary(const Comparison& comparison) {
  const Comparison::Constants& c = comparison.constants;
  const size_t nodes = comparison.same - c.same;
  const bool any = c.same + c.changed + c.removed + c.added > 0;
  if (comparison.equal()) {
    std::vector<Sentence> counted = {
        Sentence(nodes == 1 ? NW_TEXT("Compare", "{0} node") : NW_TEXT("Compare", "{0} nodes"), nodes)};
    if (any)
      counted.emplace_back(c.same == 1 ? NW_TEXT("Compare", "{0} constant") : NW_TEXT("Compare", "{0} constants"),
                           c.same);
    return Sentence(NW_TEXT("Compare", "The graphs are equal: {0}."), Sentence::list(std::move(counted)));
  }
  Sentence told(nodes == 1 ? NW_TEXT("Compare", "{0} node is the same, {1} changed, {2} removed, {3} added")
                           : NW_TEXT("Compare", "{0} nodes are the same, {1} changed, {2} removed, {3} added"),
                nodes, comparison.changed.size() - c.changed, comparison.removed.size() - c.removed,
                comparison.added.size() - c.added);
  if (!any) return Sentence(NW_TEXT("Compare", "{0}."), std::move(told));
  return Sentence(
      NW_TEXT("Compare", "{0}; {1}."), std::move(told),
      Sentence(c.same == 1 ? NW_TEXT("Compare", "{0} constant is the same, {1} changed, {2} removed, {3} added")
                           : NW_TEXT("Compare", "{0} constants are the same, {1} changed, {2} removed, {3} added"),
               c.same, c.changed, c.removed, c.added));
}

}  // namespace nw::graph
