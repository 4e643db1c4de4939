// SPDX-License-Identifier: GPL-3.0-or-later
// Why any two nodes are, or are not, in one group. If one feeds the other, the reason is that of the first edge on
// the path that is not fused; if neither does, both would have to be merged into their common post-dominator.
#include <algorithm>

#include "fusion/analysis.h"
#include "fusion/words.h"

namespace nw::fusion {

using graph::Node;
using graph::NodeKind;

namespace {

class PairReason {
 public:
  PairReason(const Analysis& run, NodeId a, NodeId b) : run_(run), a_(a), b_(b) {}

  Reason explain() {
    if (!known(a_) || !known(b_))
      return simple(Rule::NotACall, NW_TEXT("Fusion", "there is no such node in the graph"));
    const int32_t a = run_.forward.index_of(a_);
    const int32_t b = run_.forward.index_of(b_);
    if (a_ == b_) return simple(Rule::Same, Sentence(NW_TEXT("Fusion", "{0} is one node"), full_name(node(a_))));
    for (const NodeId id : {a_, b_}) {
      const int32_t i = run_.forward.index_of(id);
      if (i < 0 || !run_.is_member_kind(i)) return not_a_call(id);
    }
    if (run_.together(a, b)) return together(a, b);
    if (run_.at(a).fixed != run_.at(b).fixed) {
      return simple(Rule::DifferentFunctions,
                    Sentence(NW_TEXT("Fusion",
                                     "{0} and {1} stand in different functions, at least one of them "
                                     "primitive: its group is what the file says"),
                             full_name(node(a_)), full_name(node(b_))));
    }
    if (const std::vector<int32_t> way = path(a, b); !way.empty()) return along(way);
    if (const std::vector<int32_t> way = path(b, a); !way.empty()) return along(way);
    if (const std::vector<NodeId> way = model_path(a_, b_); !way.empty()) return across(way);
    if (const std::vector<NodeId> way = model_path(b_, a_); !way.empty()) return across(way);
    return side_by_side(a, b);
  }

 private:
  bool known(NodeId id) const { return id.valid() && id.index() < run_.graph.size(); }
  const Node& node(NodeId id) const { return run_.graph.node(id); }
  Sentence between() const {
    return Sentence(NW_TEXT("Sentence", "{0} and {1}"), full_name(node(a_)), full_name(node(b_)));
  }

  Reason simple(Rule rule, const Sentence& text) const {
    Reason r;
    r.rule = rule;
    r.text = Sentence(NW_TEXT("Fusion", "{0}."), text);
    r.path = {a_, b_};
    const auto pattern = [&](NodeId id) {
      const int32_t i = run_.forward.index_of(id);
      return i >= 0 ? run_.at(i).pattern : OpPattern::Opaque;
    };
    r.producer_pattern = pattern(a_);
    r.consumer_pattern = pattern(b_);
    return r;
  }

  Reason not_a_call(NodeId id) const {
    const Node& n = node(id);
    const Rule rule = n.kind == NodeKind::Constant ? Rule::Constant : Rule::NotACall;
    Reason r = simple(
        rule,
        Sentence(
            rule == Rule::Constant
                ? NW_TEXT("Fusion",
                          "{0} belongs to no group: a constant is handed to the group that reads it, or is inside it")
                : NW_TEXT("Fusion", "{0} belongs to no group: only the calls of operators, tuples and projections do"),
            full_name(n)));
    r.blocker = id;
    return r;
  }

  Reason together(int32_t a, int32_t b) const {
    for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
      for (const ForwardEdge& e : run_.forward.consumers(run_.forward.exit_of(from))) {
        if (e.to == to) return reason_of_edge(run_, from, to);
      }
    }
    if (run_.at(a).fixed.valid()) {
      return simple(
          Rule::PrimitiveFunction,
          Sentence(NW_TEXT("Fusion", "{0} are in one group: they stand in one primitive function of the file"),
                   between()));
    }
    Reason r =
        simple(Rule::SameGroupByPath, Sentence(NW_TEXT("Fusion", "{0} are in one group, whose value is that of {1}"),
                                               between(), full_name(run_.node(run_.root(a)))));
    std::vector<int32_t> way = path(a, b);
    if (way.empty()) way = path(b, a);
    if (!way.empty()) r.path = refs(way);
    const int32_t m = run_.merge_of[static_cast<size_t>(a)];
    if (m >= 0) r.phase = run_.parts.merges[static_cast<size_t>(m)].phase;
    return r;
  }

  std::vector<NodeId> refs(const std::vector<int32_t>& way) const {
    std::vector<NodeId> ids;
    for (const int32_t i : way) {
      if (run_.at(i).ref.valid()) ids.push_back(run_.at(i).ref);
    }
    return ids;
  }

  // The shortest path along edges, both ends included; empty if there is none.
  std::vector<int32_t> path(int32_t from, int32_t to) const {
    std::vector<int32_t> before(static_cast<size_t>(run_.forward.size()), -1);
    std::vector<int32_t> front{from};
    before[static_cast<size_t>(from)] = from;
    for (size_t i = 0; i < front.size() && before[static_cast<size_t>(to)] < 0; ++i) {
      for (const ForwardEdge& e : run_.forward.consumers(front[i])) {
        int32_t& b = before[static_cast<size_t>(e.to)];
        if (b >= 0) continue;
        b = front[i];
        front.push_back(e.to);
      }
    }
    if (before[static_cast<size_t>(to)] < 0) return {};
    std::vector<int32_t> way;
    for (int32_t i = to; i != from; i = before[static_cast<size_t>(i)]) way.push_back(i);
    way.push_back(from);
    std::reverse(way.begin(), way.end());
    return way;
  }

  // The same over the edges of the model, including those through lets, ifs and functions.
  std::vector<NodeId> model_path(NodeId from, NodeId to) const {
    std::vector<std::vector<NodeId>> users(run_.graph.size());
    for (const Node& n : run_.graph.nodes()) {
      for (const NodeId input : n.inputs) {
        if (known(input)) users[input.index()].push_back(n.id);
      }
      if (n.kind == NodeKind::Let && known(n.bound) && !n.inputs.empty() && known(n.inputs[0])) {
        users[n.inputs[0].index()].push_back(n.bound);
      }
    }
    std::vector<NodeId> before(run_.graph.size());
    std::vector<NodeId> front{from};
    before[from.index()] = from;
    for (size_t i = 0; i < front.size() && !before[to.index()].valid(); ++i) {
      for (const NodeId next : users[front[i].index()]) {
        if (before[next.index()].valid()) continue;
        before[next.index()] = front[i];
        front.push_back(next);
      }
    }
    if (!before[to.index()].valid()) return {};
    std::vector<NodeId> way;
    for (NodeId id = to; id != from; id = before[id.index()]) way.push_back(id);
    way.push_back(from);
    std::reverse(way.begin(), way.end());
    return way;
  }

  // The first edge on the path that is not fused.
  Reason along(const std::vector<int32_t>& way) const {
    std::vector<int32_t> nodes;  // without fences
    for (const int32_t i : way) {
      if (run_.at(i).ref.valid()) nodes.push_back(i);
    }
    for (size_t k = 0; k + 1 < nodes.size(); ++k) {
      if (run_.together(nodes[k], nodes[k + 1])) continue;
      Reason r = reason_of_edge(run_, nodes[k], nodes[k + 1]);
      if (nodes.size() > 2) {
        r.text = Sentence(NW_TEXT("Fusion", "On the way from {0} to {1}: {2}"), full_name(run_.node(nodes.front())),
                          full_name(run_.node(nodes.back())), r.text);
      }
      if (nodes.size() > 2 || r.path.size() < 2) r.path = refs(way);
      return r;
    }
    return simple(Rule::NotDominated, Sentence(NW_TEXT("Fusion", "{0} are apart"), between()));
  }

  Reason across(const std::vector<NodeId>& way) const {
    Reason r = simple(Rule::ExternUse, between());
    r.path = way;
    for (const NodeId id : way) {
      const int32_t i = run_.forward.index_of(id);
      if (i >= 0 && run_.is_member_kind(i)) continue;
      r.blocker = id;
      const bool is_let = node(id).kind == NodeKind::Input || node(id).kind == NodeKind::Let;
      r.text = Sentence(
          NW_TEXT("Fusion",
                  "{0} are not fused: the way between them leads through {1}, and fusion does not cross {2}."),
          between(), full_name(node(id)), Sentence(NW_TEXT("Fusion", "a {0}"), is_let ? "let" : short_name(node(id))));
      return r;
    }
    return r;
  }

  Reason side_by_side(int32_t a, int32_t b) const {
    const int32_t meet = meeting_point(a, b);
    if (meet < 0) {
      Reason r = simple(
          Rule::NoCommonUse,
          Sentence(NW_TEXT("Fusion",
                           "{0} are not fused: neither reads the other, and no node later on needs all uses of both"),
                   between()));
      return r;
    }
    for (const int32_t i : {a, b}) {
      for (int32_t up = i; up != meet; up = run_.dominator(up).parent) {
        const int32_t parent = run_.dominator(up).parent;
        if (run_.together(up, parent)) continue;
        const int32_t consumer = first_consumer_apart(up);
        Reason r = reason_of_edge(run_, up, consumer);
        r.rule = Rule::NotDominated;
        r.text = Sentence(
            NW_TEXT("Fusion",
                    "{0} are not fused: neither reads the other, so both would have to be fused into {1}, where "
                    "their ways meet; {2}"),
            between(), full_name(run_.node(meet)), r.text);
        r.dominator = run_.at(meet).ref;
        r.path = {run_.at(i).ref, run_.at(meet).ref};
        return r;
      }
    }
    return simple(Rule::NotDominated, Sentence(NW_TEXT("Fusion", "{0} are apart"), between()));
  }

  int32_t first_consumer_apart(int32_t i) const {
    const auto consumers = run_.forward.consumers(run_.forward.exit_of(i));
    for (const ForwardEdge& e : consumers) {
      if (!run_.together(i, e.to)) return e.to;
    }
    return consumers[0].to;
  }

  int32_t meeting_point(int32_t a, int32_t b) const {
    while (a != b && a >= 0 && b >= 0) {
      int32_t& deeper = run_.dominator(a).depth >= run_.dominator(b).depth ? a : b;
      deeper = run_.dominator(deeper).parent;
    }
    if (a != b || a < 0) return -1;
    while (a >= 0 && !run_.at(a).ref.valid()) a = run_.dominator(a).parent;
    return a;
  }

  const Analysis& run_;
  NodeId a_;
  NodeId b_;
};

}  // namespace

Reason reason_of_pair(const Analysis& run, NodeId a, NodeId b) {
  return PairReason(run, a, b).explain();
}

}  // namespace nw::fusion
