// SPDX-License-Identifier: GPL-3.0-or-later
// The state that the ordering passes share: an order of every layer, and its crossings between every two.
#pragma once

#include "layout/order.h"

namespace nw::layout {

class Orderer {
 public:
  explicit Orderer(const Stretch& stretch, const CancelToken& cancel = {});

  const Stretch& stretch() const { return s_; }
  const std::vector<int32_t>& order() const { return slot_; }
  void set_order(const std::vector<int32_t>& order);
  int64_t crossings_below(int32_t layer);  // between it and the next; 0 where there is no next
  int64_t crossings();                     // of the whole order; only gaps that changed are recounted

  // First orders: depth first along the links, from the top, from the bottom, or both ways.
  enum class First { Down, Up, Both };
  void first_order(First kind);

  // Sorts each layer by the mean (or the weighted median) of where its arms to the layer before lead.
  enum class Mean { Average, Median };
  void sweep(bool down, Mean mean, bool reverse_ties);
  // Moves single nodes to their best place within their layer, layer by layer, until nothing gains. True if it gained.
  bool sift(bool down, bool wander);
  bool sift_only(const std::vector<int32_t>& layers);

 private:
  friend class Reroute;
  float end_of(const Arm& arm) const { return static_cast<float>(pos_[static_cast<size_t>(arm.node)]) + arm.far_port; }
  int64_t count_gap(int32_t layer) const;
  void sort_layer(int32_t layer, bool by_up, Mean mean, bool reverse_ties);
  bool sift_layer(int32_t layer, bool wander);
  bool sift_matrix(int32_t begin, int32_t end, bool wander);
  bool switch_neighbours(int32_t begin, int32_t end);
  int64_t gain_of_order(int32_t a, int32_t b) const;
  void sort_fans(const std::vector<int32_t>& nodes);
  int64_t gain_of_fans(size_t a, size_t b) const;
  void touch(int32_t layer);
  void free_range(int32_t layer, int32_t& begin, int32_t& end) const;

  const Stretch& s_;
  const CancelToken cancel_;   // passes stop between layers; the order is whole at any time
  std::vector<int32_t> slot_;  // node at each place
  std::vector<int32_t> pos_;   // place of each node within its layer
  std::vector<int32_t> layer_of_;
  std::vector<int64_t> gap_;  // crossings below each layer, -1 where unknown
  mutable std::vector<std::pair<float, int64_t>> ends_, merged_;
  std::vector<float> key_;
  std::vector<int32_t> scratch_;
  std::vector<int64_t> matrix_;
  std::vector<std::pair<float, int64_t>> fans_up_, fans_down_;  // of the layer that is sifted
  std::vector<size_t> fan_up_first_, fan_down_first_;
};

}  // namespace nw::layout
