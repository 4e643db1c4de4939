// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the algorithm with all it computed on the way; reasons, changes and warnings read it.
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
  std::vector<int32_t> merge_of;  // of a node: the first merge that took it along, or -1

  Analysis(const graph::Graph& g, const graph::OpTraitsTable& t, const Options& o);

  const ForwardNode& at(int32_t i) const { return forward.nodes()[static_cast<size_t>(i)]; }
  const graph::Node& node(int32_t i) const { return graph.node(at(i).ref); }
  const Dominator& dominator(int32_t i) const { return dominators[static_cast<size_t>(i)]; }
  const Refusal& refusal(int32_t i) const { return parts.refusal[static_cast<size_t>(i)]; }
  int32_t root(int32_t i) const { return parts.root[static_cast<size_t>(i)]; }
  // In one group: by the partition, or because the file says so.
  bool together(int32_t a, int32_t b) const;
  // Calls, tuples and projections: what a group can hold.
  bool is_member_kind(int32_t i) const;
};

// The way from a producer to its blocker, found once for all its edges.
struct WayCache {
  int32_t from = -1;
  int32_t goal = -1;
  std::vector<NodeId> path;
};

// Of two neighbours, both with a place in the forward graph.
Reason reason_of_edge(const Analysis& run, int32_t from, int32_t to, WayCache* cache = nullptr);
// Of any two nodes.
Reason reason_of_pair(const Analysis& run, NodeId a, NodeId b);

Diagnostics warnings(const Analysis& run, const Fusion& fusion);

}  // namespace nw::fusion
