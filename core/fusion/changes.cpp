// SPDX-License-Identifier: GPL-3.0-or-later
// Search for the single change that would fuse two nodes: candidates in order of preference, each tried by partitioning
// the graph with it.
#include <array>

#include "fusion/analysis.h"
#include "fusion/change.h"
#include "fusion/trials.h"
#include "fusion/words.h"

namespace nw::fusion {

using graph::NodeKind;

namespace {

class ChangeSearch {
 public:
  ChangeSearch(Trials& trials, NodeId a, NodeId b, const Reason& reason)
      : trials_(trials), run_(trials.run()), a_(a), b_(b), reason_(reason) {}

  std::optional<Change> find() {
    if (run_.forward.index_of(a_) < 0 || run_.forward.index_of(b_) < 0) return std::nullopt;
    what_ifs();
    if (reason_.rule == Rule::OptLevelZero) try_change(LevelChange{2});
    if (reason_.rule == Rule::DepthLimit) depth();
    competing_merge();
    patterns_of(reason_.blocker);
    patterns_of(a_);
    if (reason_.rule == Rule::NotDominated) patterns_of(b_);
    joins();
    return found_;
  }

 private:
  bool works(const Options& options) { return trials_.fuses(options, a_, b_); }

  void try_change(const Change& change) {
    if (found_) return;
    const std::optional<Options> options = with_change(run_.graph, run_.options, change);
    if (options && works(*options)) found_ = change;
  }

  const std::string& name(NodeId id) const { return run_.graph.node(id).name; }

  void what_ifs() {
    if (reason_.rule == Rule::Fence && reason_.blocker.valid()) try_change(FenceChange{name(reason_.blocker), false});
    for (const auto& [x, y] : run_.options.cuts) {
      if (reason_.rule == Rule::Cut) try_change(EdgeChange{name(x), name(y), EdgeChoice::Rules});
    }
  }

  // The smallest sufficient limit, by doubling and bisection.
  void depth() {
    int64_t high = std::max(1, run_.options.max_depth);
    const auto enough = [&](int64_t limit) {
      Options options = run_.options;
      options.max_depth = static_cast<int>(limit);
      return works(options);
    };
    const int64_t most = std::max<int64_t>(high, run_.forward.size());
    do high = std::min(high * 2, most + 1);
    while (!enough(high) && high <= most);
    if (high > most) return;
    int64_t low = high / 2;
    while (high - low > 1) {
      const int64_t middle = (low + high) / 2;
      (enough(middle) ? high : low) = middle;
    }
    try_change(DepthChange{static_cast<int>(high)});
  }

  // Another anchor is already in the group that this node would be merged into.
  void competing_merge() {
    if (!reason_.blocker.valid() || !reason_.blocker_anchor.valid() || reason_.blocker == reason_.blocker_anchor)
      return;
    try_change(EdgeChange{name(reason_.blocker_anchor), name(reason_.blocker), EdgeChoice::Cut});
  }

  void patterns_of(NodeId id) {
    if (!id.valid() || found_) return;
    const graph::Node& n = run_.graph.node(id);
    const int32_t i = run_.forward.index_of(id);
    if (n.kind != NodeKind::Call || i < 0) return;
    constexpr std::array kKinds = {OpPattern::OutElemwiseFusable, OpPattern::CommReduce, OpPattern::Injective,
                                   OpPattern::Broadcast, OpPattern::Elemwise};
    const bool whole_op = !graph::traits_of(run_.traits, n.op).known;
    for (const OpPattern kind : kKinds) {
      if (kind >= run_.at(i).pattern) continue;
      try_change(PatternChange{whole_op ? n.op : n.name, kind});
    }
  }

  void join(NodeId from, NodeId to) {
    if (from.valid() && to.valid() && from != to) try_change(EdgeChange{name(from), name(to), EdgeChoice::Join});
  }

  void joins() {
    join(a_, b_);
    join(b_, a_);
    for (const NodeId id : {a_, b_}) {
      const int32_t parent = run_.dominator(run_.forward.index_of(id)).parent;
      if (parent >= 0) join(id, run_.at(parent).ref);
    }
  }

  Trials& trials_;
  const Analysis& run_;
  NodeId a_;
  NodeId b_;
  const Reason& reason_;
  std::optional<Change> found_;
};

Sentence why_no_change(Rule rule) {
  switch (rule) {
    case Rule::ExternUse:
    case Rule::NoDominator:
    case Rule::NoCommonUse:
      return NW_TEXT("Fusion", "no single change would: a value that is needed elsewhere too cannot be inside a group");
    case Rule::DifferentFunctions:
      return NW_TEXT("Fusion", "no single change would: a group does not cross functions");
    case Rule::NotACall:
    case Rule::Constant:
    case Rule::Outside:
      return NW_TEXT("Fusion", "no single change would: only the calls of operators form groups");
    default:
      return NW_TEXT("Fusion", "no single change would");
  }
}

}  // namespace

void find_change(Trials& trials, NodeId a, NodeId b, Reason& reason) {
  switch (reason.rule) {
    case Rule::Fused:
    case Rule::SameGroupByPath:
    case Rule::Joined:
    case Rule::PrimitiveFunction:
    case Rule::Same:
      return;
    default:
      reason.change = ChangeSearch(trials, a, b, reason).find();
      if (!reason.change) reason.no_change = why_no_change(reason.rule);
  }
}

}  // namespace nw::fusion
