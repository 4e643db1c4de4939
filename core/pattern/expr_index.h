// SPDX-License-Identifier: GPL-3.0-or-later
// Order, readers and post-dominators of a program: made once, used by many matches (TVM's IndexedGraph).
#pragma once

#include <span>
#include <vector>

#include "pattern/exprs.h"

namespace nw::pattern {

class ExprIndex {
 public:
  ExprIndex(const ExprPool& pool, ExprId root);

  const std::vector<ExprId>& order() const { return order_; }  // post order
  bool contains(ExprId id) const { return id.index() < position_.size() && position_[id.index()] >= 0; }
  // Inside of a function that was made of a match before (PartitionedFromPattern), where nothing is looked for.
  bool is_partitioned(ExprId id) const { return contains(id) && partitioned_[id.index()]; }
  // What reads `id`, once for each time it does, in post order.
  std::span<const ExprId> readers(ExprId id) const;
  ExprId dominator(ExprId id) const;
  // What has `id` as its nearest dominator, from the root downward.
  std::span<const ExprId> dominated(ExprId id) const;
  // All ways from `below` to the root lead through `above`, which is another expression.
  bool dominates(ExprId above, ExprId below) const;

 private:
  size_t at(ExprId id) const { return static_cast<size_t>(position_[id.index()]); }
  void find_partitioned(const ExprPool& pool);
  void find_readers(const ExprPool& pool);
  // Most patterns never ask for them, and for what many read, as an operator is, they cost its depth each time.
  void need_dominators() const;
  int meet(int a, int b) const;

  std::vector<ExprId> order_;
  std::vector<int> position_;      // by expression; -1: not in the program
  std::vector<bool> partitioned_;  // by expression
  std::vector<ExprId> readers_;
  std::vector<int> first_reader_;  // by position, and one more
  mutable std::vector<ExprId> dominated_;
  mutable std::vector<int> first_dominated_;    // by position, and one more
  mutable std::vector<int> dominator_, depth_;  // by position
};

}  // namespace nw::pattern
