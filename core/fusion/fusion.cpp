// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/fusion.h"

#include <algorithm>

#include "fusion/analysis.h"
#include "fusion/diagnostics.h"
#include "fusion/trials.h"

namespace nw::fusion {

using graph::NodeKind;

namespace {

// A call that becomes part of a fused function: annotations are removed or kept as they are.
bool is_wrapped_call(const Analysis& run, int32_t i) {
  if (!run.at(i).ref.valid() || run.node(i).kind != NodeKind::Call) return false;
  if (run.at(i).fixed.valid()) return true;
  const std::string& op = run.node(i).op;
  return op != "annotation.stop_fusion" && !graph::traits_of(run.traits, op).non_computational;
}

class Assembler {
 public:
  explicit Assembler(const Analysis& run) : run_(run) {}

  Fusion assemble() {
    for (const auto& [a, b] : run_.parts.refused_joins) out_.diagnostics.push_back(join_refused(run_.graph, a, b));
    make_groups();
    facts();
    edges();
    out_.steps.reserve(run_.parts.merges.size());
    for (const Merge& m : run_.parts.merges) out_.steps.push_back(step(m));
    append(out_.diagnostics, warnings(run_, out_));
    return std::move(out_);
  }

 private:
  // The node that represents i's group: its root, or the first node of a primitive function.
  int32_t leader(int32_t i) {
    const NodeId fixed = run_.at(i).fixed;
    return fixed.valid() ? fixed_leader_.emplace(fixed, i).first->second : run_.root(i);
  }

  void make_groups() {
    const int32_t n = run_.forward.size();
    std::vector<int32_t> leaders(static_cast<size_t>(n));
    std::vector<bool> has_call(static_cast<size_t>(n), false);
    for (int32_t i = 0; i < n; ++i) {
      leaders[static_cast<size_t>(i)] = leader(i);
      if (is_wrapped_call(run_, i)) has_call[static_cast<size_t>(leaders[static_cast<size_t>(i)])] = true;
    }
    std::vector<int32_t> id(static_cast<size_t>(n), -1);
    for (int32_t i = 0; i < n; ++i) {
      const int32_t l = leaders[static_cast<size_t>(i)];
      if (!has_call[static_cast<size_t>(l)] || !run_.is_member_kind(i)) continue;
      if (run_.node(i).kind == NodeKind::Call && !is_wrapped_call(run_, i)) continue;
      int32_t& g = id[static_cast<size_t>(l)];
      if (g < 0) {
        g = static_cast<int32_t>(out_.groups.size());
        out_.groups.push_back({GroupId(g), {}, NodeId(), NodeId(), OpPattern::Elemwise});
      }
      take(out_.groups[static_cast<size_t>(g)], i);
    }
  }

  void take(Group& group, int32_t i) {
    const NodeId ref = run_.at(i).ref;
    group.nodes.push_back(ref);
    group.root = ref;  // the last in post-DFS order
    out_.group_of.emplace_hint(out_.group_of.end(), ref, group.id);
    if (run_.node(i).kind != NodeKind::Call) return;
    const OpPattern pattern = run_.at(i).pattern;
    group.kind = std::max(group.kind, pattern);
    if (pattern == OpPattern::OutElemwiseFusable) group.anchor = ref;
  }

  void facts() {
    for (int32_t i = 0; i < run_.forward.size(); ++i) {
      const NodeId ref = run_.at(i).ref;
      if (!ref.valid()) continue;
      out_.pattern.emplace_hint(out_.pattern.end(), ref, run_.at(i).pattern);
      const int32_t parent = run_.dominator(i).parent;
      if (parent >= 0 && run_.at(parent).ref.valid()) {
        out_.dominator.emplace_hint(out_.dominator.end(), ref, run_.at(parent).ref);
      }
    }
  }

  void edges() {
    PathCache way;
    out_.edges.reserve(run_.forward.edge_count());
    for (int32_t i = 0; i < run_.forward.size(); ++i) {
      if (!run_.is_member_kind(i)) continue;
      int32_t last = -1;  // a consumer that reads it twice is listed twice, side by side
      for (const ForwardEdge& e : run_.forward.consumers(run_.forward.exit_of(i))) {
        if (e.to == last || !run_.is_member_kind(e.to)) continue;
        last = e.to;
        Reason reason = reason_of_edge(run_, i, e.to, &way);
        out_.edges.push_back({run_.at(i).ref, run_.at(e.to).ref, run_.together(i, e.to), std::move(reason)});
      }
    }
  }

  MergeStep step(const Merge& m) const {
    MergeStep s{m.phase, run_.at(m.from).ref, run_.at(m.sink).ref, {}};
    for (const int32_t i : m.merged) {
      if (run_.at(i).ref.valid()) s.merged.push_back(run_.at(i).ref);
    }
    return s;
  }

  const Analysis& run_;
  Fusion out_;
  std::map<NodeId, int32_t> fixed_leader_;
};

}  // namespace

Fusion fuse(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options) {
  const Analysis run(graph, traits, options);
  return Assembler(run).assemble();
}

Reason why(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options, const Fusion&,
           NodeId a, NodeId b) {
  const Analysis run(graph, traits, options);
  Reason reason = reason_of_pair(run, a, b);
  Trials trials(run);
  find_change(trials, a, b, reason);
  return reason;
}

void name_changes(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options,
                  Fusion& fusion) {
  const Analysis run(graph, traits, options);
  Trials trials(run);
  for (Edge& edge : fusion.edges) {
    if (!edge.fused) find_change(trials, edge.from, edge.to, edge.reason);
  }
}

}  // namespace nw::fusion
