// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/orderer.h"

#include <algorithm>

#include "layout/at.h"

namespace nw::layout {
namespace {

// Sum over pairs in the wrong order of the product of their weights; sorts `v`.
int64_t inversions(std::pair<float, int64_t>* v, std::pair<float, int64_t>* scratch, size_t n) {
  int64_t total = 0;
  if (n <= 16) {
    for (size_t i = 1; i < n; ++i) {
      const auto x = v[i];
      size_t j = i;
      for (; j > 0 && v[j - 1].first > x.first; --j) {
        total += v[j - 1].second * x.second;
        v[j] = v[j - 1];
      }
      v[j] = x;
    }
    return total;
  }
  const size_t half = n / 2;
  total = inversions(v, scratch, half) + inversions(v + half, scratch, n - half);
  int64_t left = 0;
  for (size_t i = 0; i < half; ++i) left += v[i].second;
  size_t i = 0, j = half, k = 0;
  while (i < half || j < n) {
    if (j == n || (i < half && v[i].first <= v[j].first)) {
      left -= v[i].second;
      scratch[k++] = v[i++];
    } else {
      total += left * v[j].second;
      scratch[k++] = v[j++];
    }
  }
  std::copy(scratch, scratch + n, v);
  return total;
}

}  // namespace

Orderer::Orderer(const Stretch& stretch, const CancelToken& cancel) : s_(stretch), cancel_(cancel) {
  slot_.resize(at(s_.size()));
  pos_.resize(at(s_.size()));
  layer_of_.resize(at(s_.size()));
  key_.resize(at(s_.size()));
  for (int32_t l = 0; l < s_.layers(); ++l)
    for (int32_t v = s_.layer_first[at(l)]; v < s_.layer_first[at(l) + 1]; ++v) {
      slot_[at(v)] = v;
      pos_[at(v)] = v - s_.layer_first[at(l)];
      layer_of_[at(v)] = l;
    }
  gap_.assign(at(std::max(0, s_.layers() - 1)), -1);
}

void Orderer::set_order(const std::vector<int32_t>& order) {
  for (int32_t l = 0; l < s_.layers(); ++l) {
    bool changed = false;
    for (int32_t k = s_.layer_first[at(l)]; k < s_.layer_first[at(l) + 1]; ++k) {
      changed = changed || slot_[at(k)] != order[at(k)];
      slot_[at(k)] = order[at(k)];
      pos_[at(order[at(k)])] = k - s_.layer_first[at(l)];
    }
    if (changed) touch(l);
  }
}

void Orderer::touch(int32_t layer) {
  if (layer > 0) gap_[at(layer) - 1] = -1;
  if (layer < s_.layers() - 1) gap_[at(layer)] = -1;
}

int64_t Orderer::count_gap(int32_t layer) const {
  ends_.clear();
  for (int32_t k = s_.layer_first[at(layer)]; k < s_.layer_first[at(layer) + 1]; ++k) {
    const int32_t v = slot_[at(k)];
    const size_t begin = ends_.size();
    const int32_t first = s_.down_first[at(v)], last = s_.down_first[at(v) + 1];
    for (int32_t a = first; a < last; ++a) ends_.emplace_back(end_of(s_.down[at(a)]), s_.down[at(a)].weight);
    if (last - first < 2) continue;
    bool ports = false;  // a node with ports: its own arms may cross
    for (int32_t a = first + 1; a < last; ++a) ports = ports || s_.down[at(a)].port != s_.down[at(first)].port;
    if (ports) {
      std::vector<int32_t> arms;
      for (int32_t a = first; a < last; ++a) arms.push_back(a);
      std::sort(arms.begin(), arms.end(), [&](int32_t x, int32_t y) {
        const Arm &p = s_.down[at(x)], &q = s_.down[at(y)];
        return p.port != q.port ? p.port < q.port : end_of(p) < end_of(q);
      });
      for (size_t i = 0; i < arms.size(); ++i)
        ends_[begin + i] = {end_of(s_.down[at(arms[i])]), s_.down[at(arms[i])].weight};
    } else {
      std::sort(ends_.begin() + static_cast<std::ptrdiff_t>(begin), ends_.end());
    }
  }
  merged_.resize(ends_.size());
  return inversions(ends_.data(), merged_.data(), ends_.size());
}

int64_t Orderer::crossings_below(int32_t layer) {
  if (layer < 0 || layer + 1 >= s_.layers()) return 0;
  int64_t& gap = gap_[at(layer)];
  if (gap < 0) gap = count_gap(layer);
  return gap;
}

int64_t Orderer::crossings() {
  int64_t total = 0;
  for (int32_t l = 0; l + 1 < s_.layers(); ++l) total += crossings_below(l);
  return total;
}

void Orderer::free_range(int32_t layer, int32_t& begin, int32_t& end) const {
  begin = s_.layer_first[at(layer)];
  end = s_.layer_first[at(layer) + 1];
  while (begin < end && s_.side[at(slot_[at(begin)])] < 0) ++begin;
  while (begin < end && s_.side[at(slot_[at(end) - 1])] > 0) --end;
}

void Orderer::first_order(First kind) {
  const int32_t n = s_.size();
  std::vector<char> seen(at(n), 0);
  std::vector<std::vector<int32_t>> layers(at(s_.layers()));
  const auto emit = [&](int32_t v) { layers[at(layer_of_[at(v)])].push_back(v); };
  for (int32_t v = 0; v < n; ++v)
    if (s_.side[at(v)] < 0) emit(v), seen[at(v)] = 1;
  for (int32_t v = 0; v < n; ++v)
    if (s_.side[at(v)] > 0) seen[at(v)] = 1;
  std::vector<int32_t> stack;
  const auto push = [&](const std::vector<Arm>& arms, int32_t begin, int32_t end) {
    for (int32_t a = end; a-- > begin;)
      if (!seen[at(arms[at(a)].node)]) stack.push_back(arms[at(a)].node);
  };
  for (int32_t k = 0; k < n; ++k) {
    const int32_t root = kind == First::Up ? n - 1 - k : k;
    if (seen[at(root)]) continue;
    stack.assign(1, root);
    while (!stack.empty()) {
      const int32_t v = stack.back();
      stack.pop_back();
      if (seen[at(v)]) continue;
      seen[at(v)] = 1;
      emit(v);
      if (kind != First::Down) push(s_.up, s_.up_first[at(v)], s_.up_first[at(v) + 1]);
      if (kind != First::Up) push(s_.down, s_.down_first[at(v)], s_.down_first[at(v) + 1]);
    }
  }
  for (int32_t v = 0; v < n; ++v)
    if (s_.side[at(v)] > 0) emit(v);
  std::vector<int32_t> order;
  order.reserve(at(n));
  for (const auto& layer : layers) order.insert(order.end(), layer.begin(), layer.end());
  set_order(order);
}

void Orderer::sort_layer(int32_t layer, bool by_up, Mean mean, bool reverse_ties) {
  int32_t begin = 0, end = 0;
  free_range(layer, begin, end);
  if (end - begin < 2) return;
  const std::vector<int32_t>& first = by_up ? s_.up_first : s_.down_first;
  const std::vector<Arm>& arms = by_up ? s_.up : s_.down;
  scratch_.clear();
  for (int32_t k = begin; k < end; ++k) {
    const int32_t v = slot_[at(k)];
    const int32_t a = first[at(v)], b = first[at(v) + 1];
    if (a == b) continue;
    scratch_.push_back(v);
    if (mean == Mean::Median && b - a > 2) {
      std::vector<float> ends;
      for (int32_t i = a; i < b; ++i) ends.push_back(end_of(arms[at(i)]));
      std::sort(ends.begin(), ends.end());
      const size_t half = ends.size() / 2;
      key_[at(v)] = ends.size() % 2 ? ends[half] : (ends[half - 1] + ends[half]) / 2;
      continue;
    }
    float sum = 0, weight = 0;
    for (int32_t i = a; i < b; ++i) {
      const float w = static_cast<float>(arms[at(i)].weight);
      sum += end_of(arms[at(i)]) * w;
      weight += w;
    }
    key_[at(v)] = sum / weight;
  }
  if (scratch_.size() < 2) return;
  if (reverse_ties) std::reverse(scratch_.begin(), scratch_.end());
  std::stable_sort(scratch_.begin(), scratch_.end(), [&](int32_t a, int32_t b) { return key_[at(a)] < key_[at(b)]; });
  bool changed = false;
  size_t next = 0;
  for (int32_t k = begin; k < end; ++k) {  // nodes without arms on that side keep their places
    const int32_t old = slot_[at(k)];
    if (first[at(old)] == first[at(old) + 1]) continue;
    const int32_t v = scratch_[next++];
    changed = changed || v != old;
    slot_[at(k)] = v;
  }
  if (!changed) return;
  for (int32_t k = begin; k < end; ++k) pos_[at(slot_[at(k)])] = k - s_.layer_first[at(layer)];
  touch(layer);
}

void Orderer::sweep(bool down, Mean mean, bool reverse_ties) {
  for (int32_t k = 1; k < s_.layers() && !cancel_.cancelled(); ++k)
    sort_layer(down ? k : s_.layers() - 1 - k, down, mean, reverse_ties);
}

}  // namespace nw::layout
