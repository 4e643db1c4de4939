// SPDX-License-Identifier: GPL-3.0-or-later
// Taking a whole path of points out of the order and laying it back where it crosses least.
#pragma once

#include "layout/orderer.h"

namespace nw::layout {

class Reroute {
 public:
  explicit Reroute(Orderer& order) : o_(order), s_(order.s_) {}

  // Splits the nodes into downward paths (by chains, or, with a seed, along arms picked at random) and reroutes each.
  bool round(uint32_t seed, const CancelToken& cancel);

 private:
  struct Window {
    int32_t layer, old_place;
    int32_t low, high;  // gaps between the other nodes that are tried
    int32_t size() const { return high - low + 1; }
  };
  std::vector<std::vector<int32_t>> paths(uint32_t seed) const;
  bool lay(const std::vector<int32_t>& path, bool from_right);
  bool crosses(const std::vector<int32_t>& path) const;
  bool crosses_below(int32_t v, int32_t layer) const;
  Window window_of(int32_t node) const;
  void own_cost(const Window& w, int32_t node, int32_t above, int32_t below, std::vector<int64_t>& cost) const;
  void gap_costs(const Window& a, const Window& b, int32_t from, int32_t to);
  void step(size_t rows, size_t columns, int64_t weight, bool from_right, std::vector<int16_t>& came);
  int64_t side_gain(int32_t u, int32_t v, int32_t above, int32_t below) const;
  int64_t gaps_around(int32_t first_layer, int32_t last_layer);
  void put(const Window& w, int32_t node, int32_t gap);

  Orderer& o_;
  const Stretch& s_;
  std::vector<int64_t> reach_, next_, cheapest_, left_above_, left_below_, both_;
  std::vector<Window> windows_;
  std::vector<std::vector<int16_t>> came_;  // for each layer of a path and gap: the gap above that it is reached from
};

}  // namespace nw::layout
