// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/partition.h"

#include <algorithm>

namespace nw::fusion {

namespace {

constexpr int64_t kReasonSteps = 4096;  // search limit for a blocker where the depth limit applies anyway

bool up_to_injective(OpPattern p, bool) {
  return p <= OpPattern::Injective;
}
bool up_to_broadcast(OpPattern p, bool) {
  return p <= OpPattern::Broadcast;
}
// The sink may be an elementwise operator that is already in the group of a convolution.
bool into_reduction_or_anchor(OpPattern p, bool is_sink) {
  return p <= OpPattern::Injective || (is_sink && (p == OpPattern::CommReduce || p == OpPattern::OutElemwiseFusable));
}
using PathRule = bool (*)(OpPattern, bool);

class Partitioner {
 public:
  Partitioner(const ForwardGraph& graph, const std::vector<Dominator>& dominators, const Options& options)
      : graph_(graph), dominators_(dominators), options_(options) {
    const auto n = static_cast<size_t>(graph.size());
    parent_.resize(n);
    own_pattern_.resize(n);
    anchor_.assign(n, -1);
    nodes_in_.assign(n, 1);
    mark_.assign(n, 0);
    out_.failure.resize(n);
    for (int32_t i = 0; i < graph.size(); ++i) {
      parent_[at(i)] = i;
      own_pattern_[at(i)] = graph.nodes()[at(i)].pattern;
      if (own_pattern_[at(i)] == OpPattern::OutElemwiseFusable) anchor_[at(i)] = i;
    }
  }

  Partition run() {
    for (const auto& [a, b] : options_.joins) join(a, b);
    for (int16_t phase = 0; phase < 3 && options_.opt_level != 0; ++phase) {
      for (int32_t i = 0; i < graph_.size(); ++i) visit(i, phase);
    }
    if (options_.opt_level == 0) {
      for (int32_t i = 0; i < graph_.size(); ++i) refuse_for_opt_level(i);
    }
    out_.root.resize(parent_.size());
    for (int32_t i = 0; i < graph_.size(); ++i) out_.root[at(i)] = find(i);
    out_.anchor = std::move(anchor_);
    out_.pattern = std::move(own_pattern_);
    return std::move(out_);
  }

 private:
  static size_t at(int32_t i) { return static_cast<size_t>(i); }

  int32_t find(int32_t i) {
    while (parent_[at(i)] != i) {
      parent_[at(i)] = parent_[at(parent_[at(i)])];
      i = parent_[at(i)];
    }
    return i;
  }

  void refuse(int32_t node, Rule rule, int16_t phase, int32_t blocker = -1) {
    MergeFailure& r = out_.failure[at(node)];
    r = {rule, phase, blocker, OpPattern::Opaque, -1};
    if (blocker < 0) return;
    const int32_t root = find(blocker);
    r.blocker_pattern = own_pattern_[at(root)];
    r.blocker_anchor = anchor_[at(root)];
  }

  // False, with the reason, if no phase can merge this node.
  bool can_start(int32_t i) {
    const ForwardNode& n = graph_.nodes()[at(i)];
    if (n.fixed.valid()) return false;
    if (own_pattern_[at(i)] == OpPattern::Opaque) {
      refuse(i, n.ref.valid() ? Rule::OpaqueProducer : Rule::Fence, -1);
      return false;
    }
    if (n.is_extern()) {
      refuse(i, Rule::ExternUse, -1);
      return false;
    }
    if (dominators_[at(i)].parent < 0) {
      refuse(i, Rule::NoDominator, -1);
      return false;
    }
    return true;
  }

  void refuse_for_opt_level(int32_t i) {
    if (can_start(i) && find(i) != find(dominators_[at(i)].parent)) refuse(i, Rule::OptLevelZero, -1);
  }

  void visit(int32_t i, int16_t phase) {
    if (!can_start(i)) return;
    const int32_t sink = dominators_[at(i)].parent;
    if (find(i) == find(sink)) {
      out_.failure[at(i)] = {};
      return;
    }
    if (phase == 2) {
      visit_tuples(i, sink);
      return;
    }
    if (own_pattern_[at(sink)] == OpPattern::Tuple) {
      refuse(i, Rule::IntoTuple, phase, sink);
      return;
    }
    switch (own_pattern_[at(i)]) {
      case OpPattern::OutElemwiseFusable:
        if (phase != 0) return;
        if (dominators_[at(i)].pattern != OpPattern::Elemwise) {
          refuse(i, Rule::AnchorNeedsElemwise, phase, first_edge_above(i, sink, OpPattern::Elemwise));
        } else {
          merge_if(i, sink, up_to_broadcast, phase, Rule::PathBlocked);
        }
        return;
      case OpPattern::Elemwise:
      case OpPattern::Broadcast: {
        const OpPattern edges = dominators_[at(i)].pattern;
        if (edges > OpPattern::CommReduce) {
          refuse(i, Rule::BroadcastPath, phase, first_edge_above(i, sink, OpPattern::CommReduce));
        } else {
          merge_if(i, sink, into_reduction_or_anchor, phase, Rule::PathBlocked);
        }
        return;
      }
      case OpPattern::Injective:
      case OpPattern::Tuple:
        if (phase == 1) merge_if(i, sink, up_to_injective, phase, Rule::InjectivePath);
        return;
      case OpPattern::CommReduce:
      case OpPattern::Opaque:
        refuse(i, Rule::ReductionIsLast, phase);
        return;
    }
  }

  // Phase 2: into tuples that have themselves been fused into an injective operator.
  void visit_tuples(int32_t i, int32_t sink) {
    if (own_pattern_[at(i)] > OpPattern::Injective || own_pattern_[at(sink)] != OpPattern::Tuple) return;
    const int32_t root = find(sink);
    if (own_pattern_[at(root)] == OpPattern::Tuple) {
      refuse(i, Rule::IntoTuple, 2, sink);
    } else if (own_pattern_[at(root)] > OpPattern::Injective) {
      refuse(i, Rule::IntoTuple, 2, root);
    } else {
      merge_if(i, sink, up_to_injective, 2, Rule::InjectivePath);
    }
  }

  void merge_if(int32_t i, int32_t sink, PathRule rule, int16_t phase, Rule if_blocked) {
    const bool too_deep = is_too_deep(i, sink);
    const int32_t blocker = first_blocker(i, sink, rule, too_deep ? kReasonSteps : INT64_MAX);
    if (blocker >= 0) {
      refuse(i, if_blocked, phase, blocker);
    } else if (too_deep) {
      refuse(i, Rule::DepthLimit, phase, sink);
    } else {
      commit(i, sink, phase);
    }
  }

  // Visits the nodes between `from` and `sink` (exclusive); stops where `visit` returns false.
  template <class Visit>
  void between(int32_t from, int32_t sink, const Visit& visit) {
    ++epoch_;
    stack_.clear();
    const auto push = [&](int32_t node) {
      const auto consumers = graph_.consumers(node);
      for (auto e = consumers.rbegin(); e != consumers.rend(); ++e) stack_.push_back(e->to);
    };
    push(from);
    while (!stack_.empty()) {
      const int32_t i = stack_.back();
      stack_.pop_back();
      if (i == sink || mark_[at(i)] == epoch_) continue;
      mark_[at(i)] = epoch_;
      if (!visit(i)) return;
      push(i);
    }
  }

  bool is_too_deep(int32_t from, int32_t sink) {
    int64_t sum = nodes_in_[at(find(sink))] + nodes_in_[at(from)];
    if (sum > options_.max_depth) return true;
    between(from, sink, [&](int32_t i) { return (sum += nodes_in_[at(i)]) <= options_.max_depth; });
    return sum > options_.max_depth;
  }

  int32_t first_blocker(int32_t from, int32_t sink, PathRule rule, int64_t steps) {
    if (!rule(own_pattern_[at(find(sink))], true)) return sink;
    int32_t blocker = -1;
    between(from, sink, [&](int32_t i) {
      if (!rule(own_pattern_[at(find(i))], false)) blocker = i;
      return blocker < 0 && --steps > 0;
    });
    return blocker;
  }

  // The first node on the paths with an incoming edge of a stronger pattern than `limit`.
  int32_t first_edge_above(int32_t from, int32_t sink, OpPattern limit) {
    const auto strong = [&](int32_t i) {
      for (const ForwardEdge& e : graph_.consumers(i)) {
        if (e.pattern > limit) return e.to;
      }
      return -1;
    };
    int32_t found = strong(from);
    if (found >= 0) return found;
    between(from, sink, [&](int32_t i) { return (found = strong(i)) < 0; });
    return found;
  }

  // The first cut edge whose ends the merge would put into one group, or nothing.
  bool is_cut(const std::vector<int32_t>& merged, int32_t sink) {
    if (options_.cuts.empty()) return false;
    std::set<int32_t> roots{find(sink)};
    for (const int32_t i : merged) roots.insert(find(i));
    return std::any_of(options_.cuts.begin(), options_.cuts.end(), [&](const auto& cut) {
      const int32_t a = graph_.index_of(cut.first);
      const int32_t b = graph_.index_of(cut.second);
      return a >= 0 && b >= 0 && find(a) != find(b) && roots.contains(find(a)) && roots.contains(find(b));
    });
  }

  void commit(int32_t from, int32_t sink, int16_t phase) {
    Merge merge{phase, from, sink, {from}};
    between(from, sink, [&](int32_t i) {
      merge.merged.push_back(i);
      return true;
    });
    if (is_cut(merge.merged, sink)) {
      refuse(from, Rule::Cut, phase, sink);
      return;
    }
    for (const int32_t i : merge.merged) unite(i, sink, phase < 0);
    out_.failure[at(from)] = {};
    out_.merges.push_back(std::move(merge));
  }

  void unite(int32_t child, int32_t target, bool forced) {
    child = find(child);
    target = find(target);
    if (child == target) return;
    nodes_in_[at(target)] += nodes_in_[at(child)];
    parent_[at(child)] = target;
    const OpPattern pattern = own_pattern_[at(child)];
    if (anchor_[at(child)] >= 0 || (forced && (pattern == OpPattern::CommReduce || pattern == OpPattern::Opaque))) {
      own_pattern_[at(target)] = std::max(own_pattern_[at(target)], pattern);
    }
    if (anchor_[at(target)] < 0) anchor_[at(target)] = anchor_[at(child)];
  }

  void join(NodeId a, NodeId b) {
    const int32_t from = graph_.index_of(a);
    const int32_t sink = graph_.index_of(b);
    if (from < 0 || sink < 0) return;
    int32_t up = from;
    while (up >= 0 && up != sink) up = dominators_[at(up)].parent;
    if (up != sink || from == sink) {
      out_.refused_joins.emplace_back(a, b);
    } else if (find(from) != find(sink)) {
      commit(from, sink, -1);
    }
  }

  const ForwardGraph& graph_;
  const std::vector<Dominator>& dominators_;
  const Options& options_;
  std::vector<int32_t> parent_;
  std::vector<OpPattern> own_pattern_;  // of each node's own group, whether or not it is a root any more
  std::vector<int32_t> anchor_;
  std::vector<int64_t> nodes_in_;
  std::vector<uint32_t> mark_;
  uint32_t epoch_ = 0;
  std::vector<int32_t> stack_;
  Partition out_;
};

}  // namespace

Partition partition(const ForwardGraph& graph, const std::vector<Dominator>& dominators, const Options& options) {
  return Partitioner(graph, dominators, options).run();
}

}  // namespace nw::fusion
