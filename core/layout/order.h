// SPDX-License-Identifier: GPL-3.0-or-later
// The order of points within layers: few crossings, found the same way every time.
#pragma once

#include <cstdint>
#include <vector>

#include "base/cancel.h"
#include "layout/network.h"

namespace nw::layout {

// A stretch of layers to be ordered on its own. Nodes are numbered layer by layer.
struct Stretch {
  std::vector<int32_t> layer_first;  // of each layer, and the end
  std::vector<int32_t> up_first, down_first;
  std::vector<Arm> up, down;
  std::vector<int8_t> side;    // -1, +1: kept at the left or right border, in the order of their numbers; 0 free
  std::vector<int32_t> trunk;  // the trunk of a point, -1 for a node of the graph
  std::vector<double> width;   // 0 for points

  int32_t size() const { return layer_first.empty() ? 0 : layer_first.back(); }
  int32_t layers() const { return static_cast<int32_t>(layer_first.size()) - 1; }
};

// The nodes of each layer from left to right, layer after layer.
std::vector<int32_t> order_layers(const Stretch& stretch, const CancelToken& cancel);

// An order that was found without regard to ports, adapted to them: only layers with ports, and those beside, change.
std::vector<int32_t> adapt_to_ports(const Stretch& stretch, const std::vector<int32_t>& order,
                                    const CancelToken& cancel);

// Weighted crossings of an order, for tests and choices between orders.
int64_t count_order_crossings(const Stretch& stretch, const std::vector<int32_t>& order);

}  // namespace nw::layout
