// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/expr_index.h"

namespace nw::pattern {

ExprIndex::ExprIndex(const ExprPool& pool, ExprId root) : order_(pool.post_order(root)), position_(pool.size(), -1) {
  for (size_t i = 0; i < order_.size(); ++i) position_[order_[i].index()] = static_cast<int>(i);
  find_partitioned(pool);
  find_readers(pool);
}

void ExprIndex::find_partitioned(const ExprPool& pool) {
  partitioned_.assign(pool.size(), false);
  for (const ExprId id : order_) {
    const Expr& e = pool[id];
    if (e.kind != ExprKind::Function || !e.attrs || !e.attrs->contains("PartitionedFromPattern")) continue;
    partitioned_[id.index()] = true;
    pool.mark(body_of(pool, id), partitioned_);
  }
}

void ExprIndex::find_readers(const ExprPool& pool) {
  first_reader_.assign(order_.size() + 1, 0);
  for (const ExprId id : order_)
    for (const ExprId part : pool[id].parts) ++first_reader_[at(part) + 1];
  for (size_t i = 1; i < first_reader_.size(); ++i) first_reader_[i] += first_reader_[i - 1];
  readers_.resize(static_cast<size_t>(first_reader_.back()));
  std::vector<int> next(first_reader_.begin(), first_reader_.end() - 1);
  for (const ExprId id : order_)
    for (const ExprId part : pool[id].parts) readers_[static_cast<size_t>(next[at(part)]++)] = id;
}

// The nearest common dominator of all readers, from the root downward.
void ExprIndex::need_dominators() const {
  const size_t count = order_.size();
  if (dominator_.size() == count) return;
  dominator_.assign(count, -1);
  depth_.assign(count, 1);
  first_dominated_.assign(count + 1, 0);
  for (size_t i = count; i-- > 0;) {
    const std::span<const ExprId> all = readers(order_[i]);
    if (all.empty()) continue;
    int above = static_cast<int>(at(all[0]));
    for (const ExprId reader : all.subspan(1)) above = meet(above, static_cast<int>(at(reader)));
    dominator_[i] = above;
    if (above < 0) continue;
    depth_[i] = depth_[static_cast<size_t>(above)] + 1;
    ++first_dominated_[static_cast<size_t>(above) + 1];
  }
  for (size_t i = 1; i <= count; ++i) first_dominated_[i] += first_dominated_[i - 1];
  dominated_.resize(static_cast<size_t>(first_dominated_.back()));
  std::vector<int> next(first_dominated_.begin(), first_dominated_.end() - 1);
  for (size_t i = count; i-- > 0;) {
    if (dominator_[i] >= 0) dominated_[static_cast<size_t>(next[static_cast<size_t>(dominator_[i])]++)] = order_[i];
  }
}

int ExprIndex::meet(int a, int b) const {
  while (a != b) {
    if (a < 0 || b < 0) return -1;
    const int depth_a = depth_[static_cast<size_t>(a)];
    const int depth_b = depth_[static_cast<size_t>(b)];
    if (depth_a >= depth_b) a = dominator_[static_cast<size_t>(a)];
    if (depth_b >= depth_a) b = dominator_[static_cast<size_t>(b)];
  }
  return a;
}

std::span<const ExprId> ExprIndex::readers(ExprId id) const {
  const size_t i = at(id);
  const auto first = static_cast<size_t>(first_reader_[i]);
  return std::span(readers_).subspan(first, static_cast<size_t>(first_reader_[i + 1]) - first);
}

ExprId ExprIndex::dominator(ExprId id) const {
  need_dominators();
  const int above = dominator_[at(id)];
  return above < 0 ? ExprId() : order_[static_cast<size_t>(above)];
}

std::span<const ExprId> ExprIndex::dominated(ExprId id) const {
  need_dominators();
  const size_t i = at(id);
  const auto first = static_cast<size_t>(first_dominated_[i]);
  return std::span(dominated_).subspan(first, static_cast<size_t>(first_dominated_[i + 1]) - first);
}

bool ExprIndex::dominates(ExprId above, ExprId below) const {
  need_dominators();
  const int wanted = static_cast<int>(at(above));
  const int depth = depth_[at(above)];
  int i = dominator_[at(below)];
  while (i >= 0 && depth_[static_cast<size_t>(i)] > depth) i = dominator_[static_cast<size_t>(i)];
  return i == wanted;
}

}  // namespace nw::pattern
