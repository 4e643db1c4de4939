// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the fusion algorithm with its intermediate results; read by reasons, changes and warnings.
#pragma once

#include "fusion/partition.h"

namespace nw::fusion {

struct Analysis {
  const graph::Graph& graph;
  const graph::OpTraitsTable& traits;
  const Options& options;
  ForwardGraph forward;
  std::vector<Dominator> dominators;
  Partition parts;
  std::vector<int32_t> merge_of;  // by node: the first merge that includes it, or -1

  Analysis(const graph::Graph& g, const graph::OpTraitsTable& t, const Options& o);

  const ForwardNode& at(int32_t i) const { return forward.nodes()[static_cast<size_t>(i)]; }
  const graph::Node& node(int32_t i) const { return graph.node(at(i).ref); }
  const Dominator& dominator(int32_t i) const { return dominators[static_cast<size_t>(i)]; }
  const MergeFailure& merge_failure(int32_t i) const { return parts.failure[static_cast<size_t>(i)]; }
  int32_t root(int32_t i) const { return parts.root[static_cast<size_t>(i)]; }
  // In one group: by the partition, or as a primitive function of the file.
  bool together(int32_t a, int32_t b) const;
  // Calls, tuples and projections: the possible members of a group.
  bool is_member_kind(int32_t i) const;
};

// The path from a producer to its blocker, found once for all its edges.
struct PathCache {
  int32_t from = -1;
  int32_t goal = -1;
  std::vector<NodeId> path;
};

// Of two adjacent nodes of the forward graph.
Reason reason_of_edge(const Analysis& run, int32_t from, int32_t to, PathCache* cache = nullptr);
// Of any two nodes.
Reason reason_of_pair(const Analysis& run, NodeId a, NodeId b);

Diagnostics warnings(const Analysis& run, const Fusion& fusion);

}  // namespace nw::fusion
