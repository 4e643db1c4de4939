// SPDX-License-Identifier: GPL-3.0-or-later
// Does a piece of a graph match a pattern, and if not, how far did it come and what stopped it?
#pragma once

#include <map>

#include "pattern/pattern.h"

namespace nw::pattern {

// Post-order, users and post-dominators of a graph: made once, used by many matches.
class GraphIndex {
 public:
  explicit GraphIndex(const graph::Graph& graph);
  const graph::Graph& graph() const { return graph_; }
  const std::vector<NodeId>& order() const { return order_; }
  const std::vector<NodeId>& users(NodeId id) const { return users_[id.index()]; }
  NodeId dominator(NodeId id) const { return dominator_[id.index()]; }
  const std::vector<NodeId>& dominated(NodeId id) const { return dominated_[id.index()]; }
  // All ways from `id` to results lead through `above`.
  bool is_dominated(NodeId id, NodeId above) const;

 private:
  const graph::Graph& graph_;
  std::vector<NodeId> order_;
  std::vector<std::vector<NodeId>> users_;
  std::vector<NodeId> dominator_;
  std::vector<std::vector<NodeId>> dominated_;
};

struct Mismatch {
  NodeId node;         // where matching stopped
  size_t matched = 0;  // pattern parts that had matched by then
  std::string text;    // "argument 1 of `nn.relu` (%3) is `add` (%2), wanted is nn.bias_add(…)."
};

struct Match {
  bool ok = false;
  std::map<const PatternNode*, NodeId> nodes;  // what each part of the pattern matched
  std::vector<NodeId> between;                 // nodes on the ways of Dominates patterns
  std::vector<Pattern> rewritten;              // patterns made on the way ((a*b)/c as a*(b/c)), kept alive for `nodes`
  Mismatch mismatch;                           // if not ok: the farthest attempt
};

Match match(const GraphIndex& index, const Pattern& pattern, NodeId root);

}  // namespace nw::pattern
