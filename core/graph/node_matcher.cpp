// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/node_matcher.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace nw::graph {

namespace {

using Hash = uint64_t;

Hash mix(Hash a, Hash b) {
  a ^= b + 0x9e3779b97f4a7c15ULL + (a << 12) + (a >> 4);
  a *= 0xff51afd7ed558ccdULL;
  return a ^ (a >> 32);
}

Hash of(std::string_view text) {
  return std::hash<std::string_view>{}(text);
}

// A constant's type and some of its bytes: equal hashes are not yet equal values, but near enough to pair by.
Hash of_values(const NDArray& data) {
  constexpr size_t kWhole = 4096;
  if (!data.bytes()) return 1;
  const std::string_view bytes(reinterpret_cast<const char*>(data.bytes()), data.size_bytes());
  if (data.texts()) {
    Hash texts = of(bytes);
    for (const std::string& text : *data.texts()) texts = mix(texts, of(text));
    return texts;
  }
  if (bytes.size() <= kWhole) return of(bytes);
  return mix(of(bytes.substr(0, kWhole / 2)), of(bytes.substr(bytes.size() - kWhole / 2)));
}

Hash of_op(const Node& n) {
  return mix(static_cast<Hash>(n.kind), of(n.op));
}

Hash of_attrs(const Node& n) {
  Hash h = 7;
  for (const auto& [key, value] : n.attrs) h = mix(h, mix(of(key), of(to_string(value))));
  return h;
}

// What the node is by itself, without what it reads.
Hash local_hash(const Node& n) {
  Hash h = mix(of_op(n), mix(of_attrs(n), of(to_string(n.type))));
  if (n.kind == NodeKind::Constant) h = mix(h, of_values(n.data));
  return n.kind == NodeKind::Input ? mix(h, of(n.name)) : h;
}

// "%12" counts where it is in a text, it does not name a thing; so do numbers alone.
bool is_a_name(const std::string& name) {
  return !name.empty() && name.find_first_not_of("%0123456789") != std::string::npos;
}

class Matcher {
 public:
  Matcher(const Graph& before, const Graph& after) : a_(before), b_(after) {
    for (Side* side : {&a_, &b_}) {
      side->order = needed_nodes(side->graph);
      side->match.resize(side->graph.size());
      side->users.resize(side->graph.size());
      side->local.resize(side->graph.size());
      side->deep.resize(side->graph.size());
      for (const NodeId id : side->order) enter(*side, side->graph.node(id));
    }
  }

  NodeMatch run(const std::map<NodeId, NodeId>& known) {
    by_report(known);
    ends();
    by_hash(true);
    by_name(true);
    spread();
    by_name(false);
    by_hash(false);
    spread();
    return {std::move(a_.match), std::move(b_.match)};
  }

 private:
  struct Side {
    explicit Side(const Graph& g) : graph(g) {}
    const Graph& graph;
    std::vector<NodeId> order;
    std::vector<NodeId> match;
    std::vector<std::vector<std::pair<NodeId, size_t>>> users;  // who reads it, as which argument
    std::vector<Hash> local;                                    // of the node by itself
    std::vector<Hash> deep;                                     // with all that it computes from
  };

  static void enter(Side& side, const Node& n) {
    Hash h = side.local[n.id.index()] = local_hash(n);
    for (size_t i = 0; i < n.inputs.size(); ++i) {
      if (!n.inputs[i].valid()) continue;
      side.users[n.inputs[i].index()].emplace_back(n.id, i);
      h = mix(h, side.deep[n.inputs[i].index()]);
    }
    side.deep[n.id.index()] = h;
  }

  bool is_free(NodeId a, NodeId b) const {
    return a.valid() && b.valid() && !a_.match[a.index()].valid() && !b_.match[b.index()].valid();
  }
  bool same_op(NodeId a, NodeId b) const {
    return a_.graph.node(a).kind == b_.graph.node(b).kind && a_.graph.node(a).op == b_.graph.node(b).op;
  }

  void pair(NodeId a, NodeId b) {
    a_.match[a.index()] = b;
    b_.match[b.index()] = a;
    fresh_.emplace_back(a, b);
  }

  // A pass may compute several old nodes by one: the one of the same operator goes first.
  void by_report(const std::map<NodeId, NodeId>& known) {
    for (const bool same : {true, false}) {
      for (const NodeId id : a_.order) {
        const auto it = known.find(id);
        if (it == known.end() || it->second.index() >= b_.graph.size() || !is_free(id, it->second)) continue;
        if (b_.local[it->second.index()] != 0 && (!same || same_op(id, it->second))) pair(id, it->second);
      }
    }
  }

  void ends() {
    for (const NodeId id : a_.graph.inputs) {
      const NodeId other = b_.graph.find(a_.graph.node(id).name);
      if (other.valid() && b_.graph.node(other).kind == NodeKind::Input && is_free(id, other)) pair(id, other);
    }
    const size_t both = std::min(a_.graph.inputs.size(), b_.graph.inputs.size());
    for (size_t i = 0; i < both; ++i) {
      const NodeId a = a_.graph.inputs[i];
      const NodeId b = b_.graph.inputs[i];
      if (is_free(a, b) && to_string(a_.graph.node(a).type) == to_string(b_.graph.node(b).type)) pair(a, b);
    }
  }

  // Equal computations. First those that occur once in each graph, later all that are left, in order.
  void by_hash(bool once) {
    std::unordered_map<Hash, std::pair<std::vector<NodeId>, std::vector<NodeId>>> classes;
    for (const NodeId id : a_.order) {
      if (!a_.match[id.index()].valid()) classes[a_.deep[id.index()]].first.push_back(id);
    }
    for (const NodeId id : b_.order) {
      if (b_.match[id.index()].valid()) continue;
      const auto it = classes.find(b_.deep[id.index()]);
      if (it != classes.end()) it->second.second.push_back(id);
    }
    for (const NodeId id : a_.order) {  // in the graph's order, not the table's
      if (a_.match[id.index()].valid()) continue;
      const auto& [left, right] = classes.at(a_.deep[id.index()]);
      if (left.empty() || left.front() != id || (once && (left.size() != 1 || right.size() != 1))) continue;
      for (size_t i = 0; i < std::min(left.size(), right.size()); ++i) pair(left[i], right[i]);
    }
  }

  void by_name(bool exactly) {
    std::unordered_map<std::string_view, NodeId> names;
    for (const NodeId id : b_.order) {
      const std::string& name = b_.graph.node(id).origin.name;
      if (is_a_name(name)) names.emplace(name, id);
    }
    for (const NodeId id : a_.order) {
      const auto it = names.find(a_.graph.node(id).origin.name);
      if (it == names.end() || !is_free(id, it->second) || !same_op(id, it->second)) continue;
      if (!exactly || a_.local[id.index()] == b_.local[it->second.index()]) pair(id, it->second);
    }
  }

  // From matched nodes to their neighbours, until nothing more is found; the outputs are neighbours of the outside.
  void spread() {
    size_t next = 0;
    do {
      for (; next < fresh_.size(); ++next) {
        const auto [a, b] = fresh_[next];
        downwards(a, b);
        upwards(a, b, true);
      }
      outputs();
    } while (next < fresh_.size());
    for (size_t i = 0; i < fresh_.size(); ++i) upwards(fresh_[i].first, fresh_[i].second, false);
  }

  void outputs() {
    for (size_t i = 0; i < std::min(a_.graph.outputs.size(), b_.graph.outputs.size()); ++i) {
      const NodeId a = a_.graph.outputs[i];
      const NodeId b = b_.graph.outputs[i];
      if (is_free(a, b) && same_op(a, b)) pair(a, b);
    }
  }

  // To those who read them as the same argument, by the same operator.
  void downwards(NodeId a, NodeId b) {
    const auto& users = b_.users[b.index()];
    size_t from = 0;
    for (const auto& [user, argument] : a_.users[a.index()]) {
      if (a_.match[user.index()].valid()) continue;
      for (size_t k = from; k < users.size() && k < from + kFar; ++k) {
        if (users[k].second != argument || !is_free(user, users[k].first) || !same_op(user, users[k].first)) continue;
        pair(user, users[k].first);
        if (k == from) ++from;
        break;
      }
    }
  }

  // To what they read. What is in the same place but is another operator was replaced, if its type is the same.
  void upwards(NodeId a, NodeId b, bool only_same_op) {
    const Node& x = a_.graph.node(a);
    const Node& y = b_.graph.node(b);
    for (size_t i = 0; i < std::min(x.inputs.size(), y.inputs.size()); ++i) {
      if (!is_free(x.inputs[i], y.inputs[i])) continue;
      const Node& u = a_.graph.node(x.inputs[i]);
      const Node& v = b_.graph.node(y.inputs[i]);
      const bool replaced = u.kind == NodeKind::Call && v.kind == NodeKind::Call && !only_same_op &&
                            u.inputs.size() == v.inputs.size() && to_string(u.type) == to_string(v.type);
      if (same_op(u.id, v.id) || replaced) pair(u.id, v.id);
    }
  }

  static constexpr size_t kFar = 64;  // of a value that thousands read, only so many are looked at for each

  Side a_, b_;
  std::vector<std::pair<NodeId, NodeId>> fresh_;
};

}  // namespace

std::vector<NodeId> needed_nodes(const Graph& graph) {
  std::vector<NodeId> roots = graph.inputs;
  for (const auto& [name, function] : graph.functions) roots.push_back(function);
  roots.insert(roots.end(), graph.outputs.begin(), graph.outputs.end());
  return graph.post_order(roots);
}

NodeMatch match_nodes(const Graph& before, const Graph& after, const std::map<NodeId, NodeId>& known) {
  return Matcher(before, after).run(known);
}

}  // namespace nw::graph
