// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks start packed half to the left and half to the right. Then each block that is drawn aside moves that way and
// pushes before it all that it touches,
//
//      [b]→[c]→[d]   [e]        as long as b, c and d together gain by it,
//
// to the next point where an arm comes straight or something new is touched. The sum of all leaning only ever falls.
#include "layout/relax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "layout/at.h"

namespace nw::layout {
namespace {

constexpr double close_enough = 1e-6;
constexpr int most_steps = 12;  // of one block before the next has its turn
constexpr int64_t work_a_block = 60, work_at_least = 300000;
constexpr size_t largest_push = 400;  // blocks moved together

class Settler {
 public:
  explicit Settler(const BlockSystem& system)
      : s_(system), n_(at(system.blocks)), work_(work_at_least + work_a_block * system.blocks) {
    index_gaps();
    index_pulls();
  }

  std::vector<double> run(int rounds, const CancelToken& cancel) {
    pack();
    mark_.assign(n_, 0);
    for (int round = 0; round < rounds && work_ > 0 && !cancel.cancelled(); ++round) {
      bool moved = false;
      for (size_t k = 0; k < n_; ++k) moved = push(order_[n_ - 1 - k], 1) || moved;
      for (size_t k = 0; k < n_; ++k) moved = push(order_[k], -1) || moved;
      if (!moved) break;
    }
    return x_;
  }

 private:
  struct Pull {
    int32_t other;
    double offset, weight;  // straight at x of the other + offset
  };
  struct Gap {
    int32_t other;
    double least;
  };

  void index_gaps() {
    std::vector<BlockGap> gaps = s_.gaps;  // the widest between each two blocks
    std::sort(gaps.begin(), gaps.end(), [](const BlockGap& a, const BlockGap& b) {
      return a.left != b.left ? a.left < b.left : a.right != b.right ? a.right < b.right : a.least > b.least;
    });
    gaps.erase(std::unique(gaps.begin(), gaps.end(),
                           [](const BlockGap& a, const BlockGap& b) { return a.left == b.left && a.right == b.right; }),
               gaps.end());
    std::vector<int32_t> waits(n_, 0);
    right_first_.assign(n_ + 1, 0);
    left_first_.assign(n_ + 1, 0);
    for (const BlockGap& g : gaps) ++right_first_[at(g.left) + 1], ++left_first_[at(g.right) + 1], ++waits[at(g.right)];
    for (size_t b = 0; b < n_; ++b) {
      right_first_[b + 1] += right_first_[b];
      left_first_[b + 1] += left_first_[b];
    }
    right_.resize(gaps.size());
    left_.resize(gaps.size());
    std::vector<int32_t> r(right_first_.begin(), right_first_.end() - 1), l(left_first_.begin(), left_first_.end() - 1);
    for (const BlockGap& g : gaps) {
      right_[at(r[at(g.left)]++)] = {g.right, g.least};
      left_[at(l[at(g.right)]++)] = {g.left, g.least};
    }
    for (size_t b = 0; b < n_; ++b)
      if (waits[b] == 0) order_.push_back(static_cast<int32_t>(b));
    for (size_t head = 0; head < order_.size(); ++head) {
      const size_t b = at(order_[head]);
      for (int32_t k = right_first_[b]; k < right_first_[b + 1]; ++k)
        if (--waits[at(right_[at(k)].other)] == 0) order_.push_back(right_[at(k)].other);
    }
  }

  void index_pulls() {
    pull_first_.assign(n_ + 1, 0);
    for (const BlockPull& p : s_.pulls) ++pull_first_[at(p.a) + 1], ++pull_first_[at(p.b) + 1];
    for (size_t b = 0; b < n_; ++b) pull_first_[b + 1] += pull_first_[b];
    pulls_.resize(s_.pulls.size() * 2);
    std::vector<int32_t> fill(pull_first_.begin(), pull_first_.end() - 1);
    for (const BlockPull& p : s_.pulls) {
      pulls_[at(fill[at(p.a)]++)] = {p.b, -p.offset, p.weight};
      pulls_[at(fill[at(p.b)]++)] = {p.a, p.offset, p.weight};
    }
  }

  void pack() {
    std::vector<double> low(n_, 0), high(n_, 0);
    double width = 0;
    for (const int32_t b : order_) {
      for (int32_t k = right_first_[at(b)]; k < right_first_[at(b) + 1]; ++k)
        low[at(right_[at(k)].other)] = std::max(low[at(right_[at(k)].other)], low[at(b)] + right_[at(k)].least);
      width = std::max(width, low[at(b)]);
    }
    high.assign(n_, width);
    for (size_t i = n_; i-- > 0;) {
      const size_t b = at(order_[i]);
      for (int32_t k = right_first_[b]; k < right_first_[b + 1]; ++k)
        high[b] = std::min(high[b], high[at(right_[at(k)].other)] - right_[at(k)].least);
    }
    x_.resize(n_);
    for (size_t b = 0; b < n_; ++b) x_[b] = (low[b] + high[b]) / 2;
  }

  // What it costs a block to move by one in the direction, against blocks that are not marked with `stamp`.
  double slope(int32_t b, double direction, int32_t stamp) const {
    double sum = 0;
    for (int32_t k = pull_first_[at(b)]; k < pull_first_[at(b) + 1]; ++k) {
      const Pull& p = pulls_[at(k)];
      if (mark_[at(p.other)] == stamp) continue;
      const double off = (x_[at(b)] - x_[at(p.other)] - p.offset) * direction;
      sum += off > -close_enough ? p.weight : -p.weight;
    }
    return sum;
  }

  // The block and all that it would push, and how far they may go. False where they would lose by it.
  bool gather(int32_t b, double direction, double& step) {
    const auto& first = direction > 0 ? right_first_ : left_first_;
    const auto& gaps = direction > 0 ? right_ : left_;
    const int32_t stamp = ++stamp_;
    pushed_.assign(1, b);
    mark_[at(b)] = stamp;
    step = std::numeric_limits<double>::infinity();
    for (size_t head = 0; head < pushed_.size(); ++head) {
      const size_t v = at(pushed_[head]);
      for (int32_t k = first[v]; k < first[v + 1]; ++k) {
        const int32_t u = gaps[at(k)].other;
        if (mark_[at(u)] == stamp) continue;
        const double room = (x_[at(u)] - x_[v]) * direction - gaps[at(k)].least;
        if (room > close_enough) continue;
        mark_[at(u)] = stamp;
        pushed_.push_back(u);
        if (pushed_.size() > largest_push) {
          work_ -= static_cast<int64_t>(largest_push);
          return false;
        }
      }
    }
    double gain = 0;
    for (const int32_t v : pushed_) gain += slope(v, direction, stamp);
    work_ -= static_cast<int64_t>(pushed_.size());
    if (gain > -close_enough) return false;
    for (const int32_t v : pushed_) limit(v, direction, stamp, step);
    return std::isfinite(step) && step > close_enough;
  }

  void limit(int32_t v, double direction, int32_t stamp, double& step) const {
    const auto& first = direction > 0 ? right_first_ : left_first_;
    const auto& gaps = direction > 0 ? right_ : left_;
    for (int32_t k = first[at(v)]; k < first[at(v) + 1]; ++k) {
      const int32_t u = gaps[at(k)].other;
      if (mark_[at(u)] != stamp) step = std::min(step, (x_[at(u)] - x_[at(v)]) * direction - gaps[at(k)].least);
    }
    for (int32_t k = pull_first_[at(v)]; k < pull_first_[at(v) + 1]; ++k) {
      const Pull& p = pulls_[at(k)];
      const double off = (x_[at(v)] - x_[at(p.other)] - p.offset) * direction;
      if (mark_[at(p.other)] != stamp && off < -close_enough) step = std::min(step, -off);
    }
  }

  bool push(int32_t b, double direction) {
    bool moved = false;
    for (int k = 0; k < most_steps && work_ > 0; ++k) {
      double step = 0;
      if (slope(b, direction, -1) > -close_enough || !gather(b, direction, step)) break;
      for (const int32_t v : pushed_) x_[at(v)] += step * direction;
      moved = true;
    }
    return moved;
  }

  const BlockSystem& s_;
  size_t n_;
  std::vector<double> x_;
  std::vector<int32_t> right_first_, left_first_, pull_first_, order_;
  std::vector<Gap> right_, left_;
  std::vector<Pull> pulls_;
  std::vector<int32_t> mark_, pushed_;
  int32_t stamp_ = 0;
  int64_t work_;  // blocks that may still be looked at; a system without rest does not go on for ever
};

}  // namespace

std::vector<double> settle_blocks(const BlockSystem& system, int rounds, const CancelToken& cancel) {
  return Settler(system).run(rounds, cancel);
}

}  // namespace nw::layout
