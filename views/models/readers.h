// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes that read each node of a graph. Found once, for every node that is selected shows them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/graph.h"

namespace nw::views {

class Readers {
 public:
  Readers() = default;
  explicit Readers(const graph::Graph& graph);

  // In the order of the graph's nodes; one that reads it twice is listed once.
  std::span<const NodeId> of(NodeId node) const;

 private:
  std::vector<uint32_t> first_;  // by node index, and one past the last
  std::vector<NodeId> readers_;
};

}  // namespace nw::views
