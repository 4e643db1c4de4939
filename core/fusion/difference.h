// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of a what-if: the groups before and after it, compared.
#pragma once

#include "base/sentence.h"
#include "fusion/fusion.h"

namespace nw::fusion {

// Groups that share nodes with one another and are not the same before and after.
struct GroupChange {
  enum class Kind : uint8_t {
    Split,      // one group before, several after
    Merged,     // several before, one after
    Regrouped,  // several before and several after, or tuples and projections were added or removed
  };
  Kind kind = Kind::Regrouped;
  std::vector<GroupId> before;  // ids of the fusion before
  std::vector<GroupId> after;   // ids of the fusion after
  std::vector<NodeId> moved;    // nodes that are no longer in the group of most of their former group
};
std::string_view to_string(GroupChange::Kind kind);  // "split", "merged", "regrouped"

struct Difference {
  std::vector<GroupChange> changes;                 // in the order of their first nodes
  std::vector<NodeId> moved;                        // of all changes, ascending
  std::vector<std::pair<NodeId, NodeId>> fused;     // edges inside a group after, but not before
  std::vector<std::pair<NodeId, NodeId>> cut_open;  // edges inside a group before, but not after
  size_t groups_before = 0;
  size_t groups_after = 0;

  bool empty() const { return changes.empty() && fused.empty() && cut_open.empty(); }
};

// Two fusions of one graph.
Difference difference(const Fusion& before, const Fusion& after);
// Fusions of two graphs whose nodes are matched (graph/compare.h): by node of the first, its match in the second. Nodes
// without a match are left out; `moved`, `fused` and `cut_open` name nodes of the first graph.
Difference difference(const Fusion& before, const Fusion& after, const std::vector<NodeId>& match);

struct WhatIf {
  Fusion fusion;
  Difference difference;
};
// The graph fused with `options`, and the difference from `before`.
WhatIf what_if(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Fusion& before,
               const Options& options);

// "nn.conv2d, add, nn.relu", at most six operators named.
std::string operators_of(const graph::Graph& graph, const Group& group);
// "{nn.conv2d, add, nn.relu} is split into {nn.conv2d, add} and {nn.relu}".
Sentence sentence(const graph::Graph& graph, const Fusion& before, const Fusion& after, const GroupChange& change);
Sentence sentence(const graph::Graph& graph_before, const Fusion& before, const graph::Graph& graph_after,
                  const Fusion& after, const GroupChange& change);
// "12 groups become 9: 3 merged, 1 split; 7 nodes move."
Sentence summary(const Difference& difference);

}  // namespace nw::fusion
