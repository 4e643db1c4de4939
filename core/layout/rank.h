// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of an acyclic graph: every link leads at least one layer down, and the links together are as short as can be.
#pragma once

#include <cstdint>
#include <vector>

#include "base/cancel.h"

namespace nw::layout {

struct Link {
  int32_t from = 0, to = 0;
  int32_t weight = 1;  // how many edges of the input run along it
};

// The layer of each node, from 0 in every connected part. The links must have no cycle.
// After a cancel, what comes back means nothing.
std::vector<int32_t> assign_ranks(int32_t nodes, const std::vector<Link>& links, const CancelToken& cancel);

// What network simplex works on: a link of at least `length` layers, whose every layer costs `weight`.
struct RankEdge {
  int32_t from = 0, to = 0;
  int64_t weight = 1;
  int32_t length = 1;
};

// Ranks of a connected graph with the least sum of weight · layers, by network simplex; from 0.
std::vector<int32_t> network_simplex(int32_t nodes, const std::vector<RankEdge>& edges, const CancelToken& cancel);

// The edges of each biconnected block of an undirected view of the graph (links by their index).
std::vector<std::vector<int32_t>> biconnected_blocks(int32_t nodes, const std::vector<RankEdge>& edges);

}  // namespace nw::layout
