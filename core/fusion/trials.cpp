// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/trials.h"

namespace nw::fusion {

using graph::NodeKind;

bool Trials::fuses(const Options& options, NodeId a, NodeId b) {
  if (options.fences != run_.options.fences) {  // fences are nodes of the forward graph
    const Analysis again(run_.graph, run_.traits, options);
    return again.together(again.forward.index_of(a), again.forward.index_of(b));
  }
  const bool other_patterns = change_patterns(options);
  const int32_t i = forward_.index_of(a);
  const int32_t k = forward_.index_of(b);
  if (run_.at(i).fixed.valid() || run_.at(k).fixed.valid()) return run_.together(i, k);
  const Partition parts = other_patterns ? partition(forward_, post_dominators(forward_), options)
                                         : partition(forward_, run_.dominators, options);
  return parts.root[static_cast<size_t>(i)] == parts.root[static_cast<size_t>(k)];
}

// Reverts the changes of the last trial. True if any pattern differs from the run's.
bool Trials::change_patterns(const Options& options) {
  for (const int32_t i : changed_) forward_.set_pattern(run_.graph, i, run_.at(i).pattern);
  changed_.clear();
  const auto set = [&](int32_t i, OpPattern pattern) {
    if (i < 0 || run_.at(i).pattern == pattern) return;
    forward_.set_pattern(run_.graph, i, pattern);
    changed_.push_back(i);
  };
  if (options.op_patterns != run_.options.op_patterns) {
    for (int32_t i = 0; i < forward_.size(); ++i) {
      if (!run_.at(i).ref.valid() || run_.node(i).kind != NodeKind::Call) continue;
      const auto it = options.op_patterns.find(run_.node(i).op);
      if (it != options.op_patterns.end() && !options.node_patterns.contains(run_.at(i).ref)) set(i, it->second);
    }
  }
  for (const auto& [node, pattern] : options.node_patterns) {
    const auto before = run_.options.node_patterns.find(node);
    const bool same = before != run_.options.node_patterns.end() && before->second == pattern;
    const bool call = node.index() < run_.graph.size() && run_.graph.node(node).kind == NodeKind::Call;
    if (!same && call) set(forward_.index_of(node), pattern);
  }
  return !changed_.empty();
}

}  // namespace nw::fusion
