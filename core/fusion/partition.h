// SPDX-License-Identifier: GPL-3.0-or-later
// The partition of a forward graph into groups: three phases over the nodes in post-DFS order, each trying to merge a
// node, with all nodes on the paths between, into the group of its immediate post-dominator (TVM 0.11, FuseOps).
#pragma once

#include "fusion/dominators.h"

namespace nw::fusion {

// Why a node was not merged into its dominator's group, where it was last tried.
struct MergeFailure {
  Rule rule = Rule::Fused;
  int16_t phase = -1;
  int32_t blocker = -1;                           // the node on the path for which the rule forbids the merge
  OpPattern blocker_pattern = OpPattern::Opaque;  // its group's, at that time
  int32_t blocker_anchor = -1;                    // and that group's anchor, if any
};

struct Merge {
  int16_t phase = 0;  // -1: by a join
  int32_t from = 0;
  int32_t sink = 0;
  std::vector<int32_t> merged;  // the nodes between, `from` included
};

struct Partition {
  std::vector<int32_t> root;          // by node: the node whose value is its group's result
  std::vector<int32_t> anchor;        // by a group's root: its out_elemwise_fusable call, or -1
  std::vector<OpPattern> pattern;     // by a group's root: the group's
  std::vector<MergeFailure> failure;  // by node; rule Fused: the node was merged with its dominator
  std::vector<Merge> merges;
  std::vector<std::pair<NodeId, NodeId>> refused_joins;  // the producer's value is needed outside as well
};

Partition partition(const ForwardGraph& graph, const std::vector<Dominator>& dominators, const Options& options);

}  // namespace nw::fusion
