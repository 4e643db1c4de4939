// SPDX-License-Identifier: GPL-3.0-or-later
// The reason of an edge as a sentence, from the records of the partition. A producer is merged, with all nodes between,
// into the group of its immediate post-dominator or not at all; so an edge that is not fused has the reason of its
// producer.
#include <fmt/format.h>

#include <algorithm>

#include "fusion/analysis.h"
#include "fusion/words.h"

namespace nw::fusion {

using graph::Node;
using graph::NodeKind;

namespace {

class EdgeReason {
 public:
  EdgeReason(const Analysis& run, int32_t from, int32_t to, PathCache* cache)
      : run_(run), from_(from), to_(to), cache_(cache) {}

  Reason explain() {
    r_.producer_pattern = run_.at(from_).pattern;
    r_.consumer_pattern = run_.at(to_).pattern;
    r_.path = {run_.at(from_).ref, run_.at(to_).ref};
    const int32_t parent = run_.dominator(run_.forward.exit_of(from_)).parent;
    if (parent >= 0) r_.dominator = run_.at(parent).ref;
    const bool fused = run_.together(from_, to_);
    r_.text =
        Sentence(fused ? NW_TEXT("Fusion", "{0} → {1} fused: {2}.") : NW_TEXT("Fusion", "{0} → {1} not fused: {2}."),
                 short_name(run_.node(from_)), short_name(run_.node(to_)), fused ? why_fused() : why_not());
    return std::move(r_);
  }

 private:
  std::string name(int32_t i) const { return name_beside(run_, i, from_, to_); }

  Sentence why_fused() {
    if (run_.at(from_).fixed.valid()) {
      r_.rule = Rule::PrimitiveFunction;
      return NW_TEXT("Fusion", "the file says so, they stand in one primitive function");
    }
    const int32_t m = run_.merge_of[static_cast<size_t>(from_)];
    if (m < 0) return NW_TEXT("Fusion", "they are in one group");
    const Merge& merge = run_.parts.merges[static_cast<size_t>(m)];
    r_.phase = merge.phase;
    if (merge.phase < 0) {
      r_.rule = Rule::Joined;
      return Sentence(NW_TEXT("Fusion", "a join asks for {0} and {1} in one group"), name(merge.from),
                      name(merge.sink));
    }
    if (merge.from == from_)
      return Sentence(NW_TEXT("Fusion", "in phase {0}, {1}"), merge.phase, rule_that_fused(merge));
    r_.rule = Rule::SameGroupByPath;
    return Sentence(NW_TEXT("Fusion", "`{0}` lies between {1} and {2}, which were fused in phase {3}"),
                    short_name(run_.node(from_)), name(merge.from), name(merge.sink), merge.phase);
  }

  Sentence rule_that_fused(const Merge& merge) const {
    if (merge.phase == 2)
      return Sentence(NW_TEXT("Fusion", "{0} had itself been fused into an injective op"), name(merge.sink));
    const bool neighbours = merge.merged.size() == 1;
    const Sentence where = neighbours ? Sentence(fmt::format("`{}`", short_name(run_.node(to_))))
                                      : Sentence(NW_TEXT("Fusion", "everything on the way to {0}"), name(merge.sink));
    switch (run_.at(from_).pattern) {
      case OpPattern::OutElemwiseFusable:
        return Sentence(NW_TEXT("Fusion", "{0} works element by element on the result of this out_elemwise_fusable op"),
                        where);
      case OpPattern::Tuple:
        return NW_TEXT("Fusion", "the tuple's fields are read by injective ops only");
      case OpPattern::Injective:
        return Sentence(NW_TEXT("Fusion", "{0} is at most injective"), where);
      default:
        return Sentence(NW_TEXT("Fusion", "{0} takes in {1}"), where, op_of(run_.at(from_).pattern));
    }
  }

  Sentence why_not() {
    if (run_.at(from_).fixed.valid() || run_.at(to_).fixed.valid()) return different_functions();
    const MergeFailure& failure = run_.merge_failure(from_);
    r_.rule = failure.rule;
    r_.phase = failure.phase;
    block(failure);
    switch (failure.rule) {
      case Rule::OpaqueProducer:
        return opaque();
      case Rule::ExternUse:
        return used_outside();
      case Rule::NoDominator:
        return no_dominator();
      case Rule::OptLevelZero:
        return NW_TEXT("Fusion", "at optimisation level 0 every operator is on its own");
      case Rule::ReductionIsLast:
        return NW_TEXT("Fusion", "a reduction is always the last of its group");
      case Rule::DepthLimit:
        return Sentence(NW_TEXT("Fusion", "the group with {0} would grow above max_depth, which is {1}"),
                        name(failure.blocker), run_.options.max_depth);
      case Rule::Cut:
        return NW_TEXT("Fusion", "a cut keeps apart two nodes that this merge would bring together");
      case Rule::IntoTuple:
        return into_tuple(failure);
      default:
        break;
    }
    if (failure.blocker >= 0 && !run_.at(failure.blocker).ref.valid()) return fence(failure.blocker);
    switch (failure.rule) {
      case Rule::AnchorNeedsElemwise:
        return carries_anchor()
                   ? Sentence(NW_TEXT("Fusion",
                                      "{0}, and after an out_elemwise_fusable op only elementwise ops may follow; {1}"),
                              carried_anchor(), nature(failure))
                   : Sentence(
                         NW_TEXT("Fusion", "after an out_elemwise_fusable op only elementwise ops may follow; {0}"),
                         nature(failure));
      case Rule::BroadcastPath:
        return into_heavy(failure);
      case Rule::InjectivePath:
        return along_injective(failure);
      default:
        return blocked(failure);
    }
  }

  void block(const MergeFailure& failure) {
    if (failure.blocker < 0) return;
    r_.blocker = run_.at(failure.blocker).ref;
    if (failure.blocker_anchor >= 0) r_.blocker_anchor = run_.at(failure.blocker_anchor).ref;
    path_to(failure.blocker);
  }

  // From the producer to the blocker, shortest; stays producer → consumer if the blocker is the consumer.
  void path_to(int32_t goal) {
    if (goal == to_) return;
    if (cache_ && cache_->from == from_ && cache_->goal == goal) {
      r_.path = cache_->path;
      return;
    }
    find_way(goal);
    if (cache_) *cache_ = {from_, goal, r_.path};
  }

  void find_way(int32_t goal) {
    std::map<int32_t, int32_t> came_from;
    std::vector<int32_t> front{run_.forward.exit_of(from_)};
    for (size_t i = 0; i < front.size() && i < 4096; ++i) {
      if (front[i] == goal) break;
      for (const ForwardEdge& e : run_.forward.consumers(front[i])) {
        if (came_from.emplace(e.to, front[i]).second) front.push_back(e.to);
      }
    }
    r_.path.clear();
    if (!came_from.contains(goal)) {
      r_.path = {run_.at(from_).ref};
      if (run_.at(goal).ref.valid()) r_.path.push_back(run_.at(goal).ref);
      return;
    }
    for (int32_t i = goal;; i = came_from.at(i)) {
      if (run_.at(i).ref.valid()) r_.path.push_back(run_.at(i).ref);
      if (!came_from.contains(i)) break;
    }
    if (r_.path.back() != run_.at(from_).ref) r_.path.push_back(run_.at(from_).ref);
    std::reverse(r_.path.begin(), r_.path.end());
  }

  Sentence fence(int32_t i) {
    r_.rule = Rule::Fence;
    r_.blocker = run_.at(i - 1).ref;  // a fence is after its node
    return Sentence(NW_TEXT("Fusion", "a fence stands after {0}"), name(i - 1));
  }

  Sentence opaque() {
    const Node& n = run_.node(from_);
    r_.blocker = n.id;
    if (n.kind != NodeKind::Call) {
      r_.rule = n.kind == NodeKind::Constant ? Rule::Constant : Rule::NotACall;
      return Sentence(NW_TEXT("Fusion", "`{0}` is not an operator's call"), short_name(n));
    }
    if (n.op == "annotation.stop_fusion")
      return NW_TEXT("Fusion", "`annotation.stop_fusion` stands there to keep its two sides apart");
    if (run_.at(from_).data_dependent) {
      return Sentence(NW_TEXT("Fusion", "`{0}` counts as opaque here, for the size of its result depends on values"),
                      n.op);
    }
    if (!graph::traits_of(run_.traits, n.op).known && !overridden(n)) {
      return Sentence(NW_TEXT("Fusion", "`{0}` is not a known operator and so counts as opaque"), n.op);
    }
    return Sentence(NW_TEXT("Fusion", "`{0}` is opaque, and an opaque op is always a group of its own"), n.op);
  }

  bool overridden(const Node& n) const {
    return run_.options.node_patterns.contains(n.id) || run_.options.op_patterns.contains(n.op);
  }

  Sentence used_outside() {
    const ForwardNode& f = run_.at(run_.forward.exit_of(from_));
    if (f.user.valid()) r_.blocker = f.user;
    const std::string what = short_name(run_.node(from_));
    switch (f.use) {
      case ExternUse::Result:
        return Sentence(NW_TEXT("Fusion", "the value of `{0}` is also a result of its function, so it must be kept"),
                        what);
      case ExternUse::Parameter:
        return Sentence(NW_TEXT("Fusion", "the value of `{0}` is a parameter"), what);
      case ExternUse::Callee:
        return Sentence(NW_TEXT("Fusion", "the value of `{0}` is called as a function"), what);
      case ExternUse::Let:
        return Sentence(NW_TEXT("Fusion", "the value of `{0}` is bound by a let, and fusion does not cross a let"),
                        what);
      case ExternUse::If:
        return Sentence(
            NW_TEXT("Fusion",
                    "the value of `{0}` is the condition or a branch of an if, and fusion does not cross an if"),
            what);
      case ExternUse::Reference:
        return Sentence(NW_TEXT("Fusion", "the value of `{0}` is kept in a reference cell"), what);
      case ExternUse::Match:
        return Sentence(NW_TEXT("Fusion", "the value of `{0}` is used by a match"), what);
      case ExternUse::NonTensor:
        return Sentence(
            NW_TEXT("Fusion", "the value of `{0}` is not a tensor, or is in a tuple with a value that is not one"),
            what);
      case ExternUse::Other:
      case ExternUse::None:
        break;
    }
    return Sentence(NW_TEXT("Fusion", "the value of `{0}` is used by something that is not an operator"), what);
  }

  Sentence no_dominator() const {
    std::string names;
    size_t count = 0;
    int32_t last = -1;
    const auto consumers = run_.forward.consumers(run_.forward.exit_of(from_));
    for (const ForwardEdge& e : consumers) {
      if (e.to == last) continue;
      last = e.to;
      if (++count <= 3) names += (count > 1 ? ", " : "") + full_name(run_.node(e.to));
      // A value that all layers share has thousands of edges with this reason: each must be found in few steps.
      if (count > 64) {
        count = consumers.size();
        break;
      }
    }
    const Sentence uses =
        count > 3 ? Sentence(NW_TEXT("Fusion", "{0} and {1} more"), names, count - 3) : Sentence(names);
    if (count <= 1)
      return Sentence(NW_TEXT("Fusion", "what reads its value further on ({0}) never comes together again"), uses);
    return Sentence(NW_TEXT("Fusion", "its value has several uses ({0}) that never meet again, so it must be kept"),
                    uses);
  }

  Sentence into_tuple(const MergeFailure& failure) const {
    const bool is_tuple = run_.node(failure.blocker).kind == NodeKind::Tuple;
    if (!is_tuple) {
      return Sentence(
          NW_TEXT(
              "Fusion",
              "its uses meet in a tuple that belongs to the group of {0}; only into injective groups could it follow"),
          name(failure.blocker));
    }
    const Sentence meet = failure.blocker == to_
                              ? Sentence(NW_TEXT("Fusion", "a tuple takes nothing in"))
                              : Sentence(NW_TEXT("Fusion", "its uses meet in the tuple {0}, which takes nothing in"),
                                         run_.node(failure.blocker).name);
    if (failure.phase == 2 || run_.at(from_).pattern <= OpPattern::Injective) {
      return Sentence(NW_TEXT("Fusion", "{0} before it is itself fused into an injective op"), meet);
    }
    return Sentence(NW_TEXT("Fusion", "{0}, and {1} could not even follow one into an injective op"), meet,
                    op_of(run_.at(from_).pattern));
  }

  // "`sum` is comm_reduce", "`relu` (%3) is already in the group of `nn.conv2d` (%2)".
  Sentence nature(const MergeFailure& failure) const {
    const OpPattern own = run_.at(failure.blocker).pattern;
    const std::string who = name(failure.blocker);
    if (failure.rule != Rule::AnchorNeedsElemwise && failure.blocker_anchor >= 0 &&
        failure.blocker_anchor != failure.blocker) {
      return Sentence(NW_TEXT("Fusion", "{0} is already in the group of {1}"), who, name(failure.blocker_anchor));
    }
    if (own == OpPattern::Broadcast)
      return Sentence(NW_TEXT("Fusion", "{0} broadcasts here, it changes the shape"), who);
    if (run_.node(failure.blocker).kind != NodeKind::Call) {
      const auto kind = run_.node(failure.blocker).kind;
      return kind == NodeKind::Tuple ? Sentence(NW_TEXT("Fusion", "{0} counts as injective at best"), who)
                                     : Sentence(NW_TEXT("Fusion", "{0} is {1}"), who, graph::to_string(own));
    }
    return Sentence(NW_TEXT("Fusion", "{0} is {1}"), who, graph::to_string(own));
  }

  Sentence into_heavy(const MergeFailure& failure) const {
    const OpPattern own = run_.at(failure.blocker).pattern;
    if (own == OpPattern::OutElemwiseFusable) {
      return Sentence(NW_TEXT("Fusion", "nothing fuses into the input of an out_elemwise_fusable op, and {0} is one"),
                      name(failure.blocker));
    }
    return Sentence(NW_TEXT("Fusion", "nothing fuses into {0}, and {1} is one"), op_of(own), name(failure.blocker));
  }

  Sentence along_injective(const MergeFailure& failure) {
    if (run_.at(failure.blocker).pattern == OpPattern::Tuple) {
      r_.rule = Rule::IntermediateTuple;
      return Sentence(NW_TEXT("Fusion", "a group holds one tuple on its way, and {0} would be another"),
                      name(failure.blocker));
    }
    const bool tuple = run_.at(from_).pattern == OpPattern::Tuple;
    return Sentence(NW_TEXT("Fusion", "{0} fuses only along injective ops; {1}"),
                    tuple ? Sentence(NW_TEXT("Fusion", "a tuple")) : op_of(run_.at(from_).pattern), nature(failure));
  }

  // An elementwise operator after a convolution follows the convolution's rule.
  bool carries_anchor() const { return run_.at(from_).pattern != OpPattern::OutElemwiseFusable; }
  Sentence carried_anchor() const {
    const int32_t anchor = run_.parts.anchor[static_cast<size_t>(run_.root(from_))];
    if (anchor < 0)
      return Sentence(NW_TEXT("Fusion", "`{0}` goes by the rule of its group"), short_name(run_.node(from_)));
    return Sentence(NW_TEXT("Fusion", "`{0}` is in the group of {1}"), short_name(run_.node(from_)), name(anchor));
  }

  Sentence blocked(const MergeFailure& failure) const {
    const int32_t sink = run_.dominator(from_).parent;
    Sentence text = nature(failure);
    if (failure.blocker != to_)
      text = Sentence(failure.blocker == sink
                          ? NW_TEXT("Fusion", "its uses meet in {0}; {1}")
                          : NW_TEXT("Fusion", "all that lies between it and {0} would have to come along; {1}"),
                      name(sink), std::move(text));
    const bool anchor = run_.at(from_).pattern == OpPattern::OutElemwiseFusable;
    if (anchor && failure.blocker_anchor >= 0)
      return Sentence(NW_TEXT("Fusion", "{0}, and a group holds one out_elemwise_fusable op"), std::move(text));
    if (anchor)
      return Sentence(
          NW_TEXT("Fusion",
                  "{0}, and behind an out_elemwise_fusable op only elementwise and broadcast ops may lie between"),
          std::move(text));
    return failure.blocker == sink
               ? text
               : Sentence(NW_TEXT("Fusion", "{0}, and only injective ops may lie between"), std::move(text));
  }

  Sentence different_functions() {
    r_.rule = Rule::DifferentFunctions;
    return NW_TEXT("Fusion", "they stand in different functions, one of them primitive");
  }

  const Analysis& run_;
  int32_t from_;
  int32_t to_;
  PathCache* cache_;
  Reason r_;
};

}  // namespace

Reason reason_of_edge(const Analysis& run, int32_t from, int32_t to, PathCache* cache) {
  return EdgeReason(run, from, to, cache).explain();
}

}  // namespace nw::fusion
