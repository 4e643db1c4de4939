// SPDX-License-Identifier: GPL-3.0-or-later
// The layered network: the nodes of a graph, and for every producer with far readers one trunk, a point on each layer
// that it passes. All its readers leave from the trunk, so a long edge costs no points of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "layout/problem.h"

namespace nw::layout {

struct Arm {
  int32_t node = 0;    // at the other end
  int32_t weight = 1;  // edges that run along
  float port = 0.5F;   // where on this node it is fastened, 0 left, 1 right
  float far_port = 0.5F;
};

struct Trunk {
  int32_t first = 0;  // network node of its first point; the others follow
  int32_t points = 0;
  int32_t top = 0;  // layer of the first point
  int32_t source = 0;
  bool outer = false;  // runs outside of everything, and has no points of its own (first is −1)
};

struct Network {
  int32_t real = 0;  // nodes below this are the graph's own
  int32_t layers = 0;
  std::vector<int32_t> layer;  // of each network node
  std::vector<int32_t> up_first, down_first;
  std::vector<Arm> up, down;
  std::vector<Trunk> trunks;
  std::vector<int32_t> trunk_of_link;  // -1 where the link spans one layer
  std::vector<int32_t> trunk_of_node;  // of points; -1 for real nodes

  int32_t size() const { return static_cast<int32_t>(layer.size()); }
};

Network make_network(const Problem& problem, const std::vector<int32_t>& ranks);

}  // namespace nw::layout
