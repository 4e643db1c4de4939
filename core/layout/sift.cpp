// SPDX-License-Identifier: GPL-3.0-or-later
// Sifting: with the layers above and below held still, what it costs to have a before b depends on the two alone. A
// table of these costs makes trying every place for a node one walk along its row.
#include <algorithm>

#include "layout/at.h"
#include "layout/orderer.h"

namespace nw::layout {
namespace {
constexpr int32_t widest_matrix = 192;

}  // namespace

// Crossings between the arms of a and b with a on the left, less those with b on the left.
int64_t Orderer::gain_of_order(int32_t a, int32_t b) const {
  int64_t sum = 0;
  const auto one_side = [&](const std::vector<int32_t>& first, const std::vector<Arm>& arms) {
    const int32_t b0 = first[at(b)], b1 = first[at(b) + 1];
    for (int32_t i = first[at(a)]; i < first[at(a) + 1]; ++i) {
      const float x = end_of(arms[at(i)]);
      int64_t side = 0;
      for (int32_t j = b0; j < b1; ++j) {
        const float y = end_of(arms[at(j)]);
        side += x > y ? arms[at(j)].weight : x < y ? -arms[at(j)].weight : 0;
      }
      sum += side * arms[at(i)].weight;
    }
  };
  one_side(s_.up_first, s_.up);
  one_side(s_.down_first, s_.down);
  return sum;
}

// As gain_of_order, for fans that are sorted by where they end.
int64_t Orderer::gain_of_fans(size_t a, size_t b) const {
  int64_t sum = 0;
  for (const auto& [fans, first] : {std::pair(&fans_up_, &fan_up_first_), std::pair(&fans_down_, &fan_down_first_)}) {
    size_t low = (*first)[b], high = low;
    const size_t end = (*first)[b + 1];
    if (low == end) continue;
    int64_t less = 0, more = 0;
    for (size_t j = low; j < end; ++j) more += (*fans)[j].second;
    for (size_t i = (*first)[a]; i < (*first)[a + 1]; ++i) {
      const auto [x, weight] = (*fans)[i];
      for (; low < end && (*fans)[low].first < x; ++low) less += (*fans)[low].second;
      for (; high < end && (*fans)[high].first <= x; ++high) more -= (*fans)[high].second;
      sum += weight * (less - more);
    }
  }
  return sum;
}

void Orderer::sort_fans(const std::vector<int32_t>& nodes) {
  const auto fill = [&](const std::vector<int32_t>& first, const std::vector<Arm>& arms, auto& fans, auto& fan_first) {
    fans.clear();
    fan_first.assign(1, 0);
    for (const int32_t v : nodes) {
      for (int32_t i = first[at(v)]; i < first[at(v) + 1]; ++i)
        fans.emplace_back(end_of(arms[at(i)]), arms[at(i)].weight);
      if (fans.size() > fan_first.back() + 1)
        std::sort(fans.begin() + static_cast<std::ptrdiff_t>(fan_first.back()), fans.end());
      fan_first.push_back(fans.size());
    }
  };
  fill(s_.up_first, s_.up, fans_up_, fan_up_first_);
  fill(s_.down_first, s_.down, fans_down_, fan_down_first_);
}

bool Orderer::sift_matrix(int32_t begin, int32_t end, bool wander) {
  const size_t n = at(end - begin);
  matrix_.resize(n * n);
  const std::vector<int32_t> nodes(slot_.begin() + begin, slot_.begin() + end);
  sort_fans(nodes);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i + 1; j < n; ++j) {
      const int64_t gain = gain_of_fans(i, j);
      matrix_[i * n + j] = gain;
      matrix_[j * n + i] = -gain;
    }
  std::vector<size_t> order(n);
  for (size_t i = 0; i < n; ++i) order[i] = i;
  bool gained = false, moved_any = false;
  for (int round = 0; round < 8; ++round) {
    bool moved = false;
    for (size_t node = 0; node < n; ++node) {
      const size_t p = static_cast<size_t>(std::find(order.begin(), order.end(), node) - order.begin());
      int64_t best = 0, sum = 0;
      size_t place = p;
      const bool ties = wander && round == 0;
      for (size_t q = p; q-- > 0;) {
        sum += matrix_[node * n + order[q]];
        if (sum < best || (ties && sum == best)) best = sum, place = q;
      }
      sum = 0;
      for (size_t q = p + 1; q < n; ++q) {
        sum -= matrix_[node * n + order[q]];
        if (sum < best) best = sum, place = q;
      }
      if (place == p) continue;
      if (place < p)
        std::rotate(order.begin() + static_cast<std::ptrdiff_t>(place), order.begin() + static_cast<std::ptrdiff_t>(p),
                    order.begin() + static_cast<std::ptrdiff_t>(p) + 1);
      else
        std::rotate(order.begin() + static_cast<std::ptrdiff_t>(p), order.begin() + static_cast<std::ptrdiff_t>(p) + 1,
                    order.begin() + static_cast<std::ptrdiff_t>(place) + 1);
      moved_any = true;
      moved = moved || best < 0;
      gained = gained || best < 0;
    }
    if (!moved) break;
  }
  if (!moved_any) return false;
  const int32_t base = s_.layer_first[at(layer_of_[at(nodes[0])])];
  for (size_t k = 0; k < n; ++k) {
    slot_[at(begin) + k] = nodes[order[k]];
    pos_[at(nodes[order[k]])] = begin - base + static_cast<int32_t>(k);
  }
  touch(layer_of_[at(nodes[0])]);
  return gained;
}

bool Orderer::switch_neighbours(int32_t begin, int32_t end) {
  bool gained = false;
  for (int round = 0; round < 4; ++round) {
    bool moved = false;
    for (int32_t k = begin; k + 1 < end; ++k) {
      int32_t &a = slot_[at(k)], &b = slot_[at(k) + 1];
      if (gain_of_order(a, b) <= 0) continue;
      std::swap(pos_[at(a)], pos_[at(b)]);
      std::swap(a, b);
      moved = gained = true;
    }
    if (!moved) break;
  }
  if (gained) touch(layer_of_[at(slot_[at(begin)])]);
  return gained;
}

bool Orderer::sift_layer(int32_t layer, bool wander) {
  int32_t begin = 0, end = 0;
  free_range(layer, begin, end);
  if (end - begin < 2 || (crossings_below(layer - 1) == 0 && crossings_below(layer) == 0)) return false;
  return end - begin <= widest_matrix ? sift_matrix(begin, end, wander) : switch_neighbours(begin, end);
}

bool Orderer::sift(bool down, bool wander) {
  bool gained = false;
  for (int32_t k = 0; k < s_.layers() && !cancel_.cancelled(); ++k)
    gained = sift_layer(down ? k : s_.layers() - 1 - k, wander) || gained;
  return gained;
}

bool Orderer::sift_only(const std::vector<int32_t>& layers) {
  bool gained = false;
  for (const int32_t l : layers) gained = sift_layer(l, false) || gained;
  return gained;
}

}  // namespace nw::layout
