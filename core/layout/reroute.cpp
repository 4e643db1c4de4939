// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps and sifting move one point at a time, so two long edges that run the wrong way around each other stay so:
// every single step is neutral. Here a path
//
//        a  b  v  c             a  b  c  v
//        |  \  |  |             |  \  |  |
//        a  v  b  c      →      a  b  c  v
//        |  |  /  |             |  |  |  |
//
// leaves the order, and a dynamic program over (layer, gap between the remaining points) finds the cheapest way back:
// what a step from gap j to gap k of the next layer crosses is left(j) + left(k) − 2·both(j, k), where left counts the
// edges that end left of a gap, and both those that do on both layers.
#include "layout/reroute.h"

#include <algorithm>
#include <limits>

#include "layout/at.h"

namespace nw::layout {
namespace {
constexpr int32_t widest_window = 32;

uint32_t next_random(uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

}  // namespace

std::vector<std::vector<int32_t>> Reroute::paths(uint32_t seed) const {
  const int32_t n = s_.size();
  std::vector<int32_t> below(at(n), -1);
  std::vector<char> taken(at(n), 0);
  uint32_t state = seed * 2654435761U + 1;
  for (int32_t v = 0; v < n; ++v) {
    const int32_t first = s_.down_first[at(v)], arms = s_.down_first[at(v) + 1] - first;
    if (arms == 0 || s_.side[at(v)] != 0) continue;
    int32_t pick = 0;
    if (seed > 0) pick = static_cast<int32_t>(next_random(state) % static_cast<uint32_t>(arms));
    const int32_t u = s_.down[at(first + pick)].node;
    if (taken[at(u)] || s_.side[at(u)] != 0) continue;
    const int32_t entering = s_.up_first[at(u) + 1] - s_.up_first[at(u)];
    if (seed == 0 && (arms > 1 || entering > 1)) continue;
    taken[at(u)] = 1;
    below[at(v)] = u;
  }
  std::vector<std::vector<int32_t>> all;
  for (int32_t v = 0; v < n; ++v) {
    if (taken[at(v)] || s_.side[at(v)] != 0) continue;
    std::vector<int32_t> path;
    for (int32_t u = v; u >= 0; u = below[at(u)]) path.push_back(u);
    all.push_back(std::move(path));
  }
  return all;
}

Reroute::Window Reroute::window_of(int32_t node) const {
  Window w{o_.layer_of_[at(node)], o_.pos_[at(node)], 0, 0};
  int32_t begin = 0, end = 0;
  o_.free_range(w.layer, begin, end);
  const int32_t base = s_.layer_first[at(w.layer)];
  w.low = std::max(begin - base, w.old_place - widest_window / 2);
  w.high = std::min(end - base - 1, w.old_place + widest_window / 2);  // gaps once the node is out
  return w;
}

// As Orderer::gain_of_order(u, v), without v's arms along the path and u's arms to it.
int64_t Reroute::side_gain(int32_t u, int32_t v, int32_t above, int32_t below) const {
  int64_t sum = 0;
  const auto one_side = [&](const std::vector<int32_t>& first, const std::vector<Arm>& arms, int32_t own) {
    for (int32_t j = first[at(v)]; j < first[at(v) + 1]; ++j) {
      if (arms[at(j)].node == own) continue;
      const float y = o_.end_of(arms[at(j)]);
      int64_t side = 0;
      for (int32_t i = first[at(u)]; i < first[at(u) + 1]; ++i) {
        if (arms[at(i)].node == own) continue;
        const float x = o_.end_of(arms[at(i)]);
        side += x > y ? arms[at(i)].weight : x < y ? -arms[at(i)].weight : 0;
      }
      sum += side * arms[at(j)].weight;
    }
  };
  one_side(s_.up_first, s_.up, above);
  one_side(s_.down_first, s_.down, below);
  return sum;
}

// What the node's arms off the path cross at each gap of its window, up to a constant.
void Reroute::own_cost(const Window& w, int32_t node, int32_t above, int32_t below, std::vector<int64_t>& cost) const {
  cost.assign(at(w.size()), 0);
  const int32_t base = s_.layer_first[at(w.layer)];
  const int32_t side_arms = s_.up_first[at(node) + 1] - s_.up_first[at(node)] + s_.down_first[at(node) + 1] -
                            s_.down_first[at(node)] - (above >= 0) - (below >= 0);
  if (side_arms == 0) return;
  for (int32_t gap = w.low; gap < w.high; ++gap) {
    const int32_t place = gap < w.old_place ? gap : gap + 1;
    const int32_t u = o_.slot_[at(base + place)];
    cost[at(gap + 1 - w.low)] = cost[at(gap - w.low)] + side_gain(u, node, above, below);
  }
}

// Fills left_above_, left_below_ and both_ for the gap between two layers, the path's own edges left out. An edge with
// both ends out of the windows costs the same whichever gaps are taken, so only what the windows hold is looked at.
void Reroute::gap_costs(const Window& a, const Window& b, int32_t from, int32_t to) {
  const size_t rows = at(a.size()), columns = at(b.size());
  left_above_.assign(rows + 1, 0);
  left_below_.assign(columns + 1, 0);
  both_.assign((rows + 1) * (columns + 1), 0);
  const auto bucket = [](const Window& w, int32_t place) {
    const int32_t p = place < w.old_place ? place : place - 1;
    return at(std::clamp(p + 1 - w.low, 0, w.size()));
  };
  const auto add = [&](size_t x, size_t y, int64_t weight) {
    left_above_[x] += weight;
    left_below_[y] += weight;
    both_[x * (columns + 1) + y] += weight;
  };
  const auto nodes_of = [&](const Window& w, const auto& visit) {
    const int32_t base = s_.layer_first[at(w.layer)], count = s_.layer_first[at(w.layer) + 1] - base;
    const int32_t last = std::min(count - 1, w.high + (w.high >= w.old_place ? 1 : 0));
    for (int32_t place = w.low; place <= last; ++place) visit(o_.slot_[at(base + place)], place);
  };
  nodes_of(a, [&](int32_t v, int32_t place) {
    if (v == from) return;
    const size_t x = bucket(a, place);
    for (int32_t i = s_.down_first[at(v)]; i < s_.down_first[at(v) + 1]; ++i) {
      const Arm& arm = s_.down[at(i)];
      if (arm.node != to) add(x, bucket(b, o_.pos_[at(arm.node)]), arm.weight);
    }
  });
  nodes_of(b, [&](int32_t v, int32_t place) {
    if (v == to) return;
    for (int32_t i = s_.up_first[at(v)]; i < s_.up_first[at(v) + 1]; ++i) {
      const Arm& arm = s_.up[at(i)];
      const int32_t above = o_.pos_[at(arm.node)];
      const bool counted = above >= a.low && above <= a.high + (a.high >= a.old_place ? 1 : 0);
      if (arm.node != from && !counted) add(bucket(a, above), bucket(b, place), arm.weight);
    }
  });
  for (size_t x = 1; x < rows; ++x) left_above_[x] += left_above_[x - 1];
  for (size_t y = 1; y < columns; ++y) left_below_[y] += left_below_[y - 1];
  for (size_t x = 0; x < rows; ++x) {
    int64_t run = 0;
    for (size_t y = 0; y < columns; ++y) {
      run += both_[x * (columns + 1) + y];
      both_[x * (columns + 1) + y] = run + (x > 0 ? both_[(x - 1) * (columns + 1) + y] : 0);
    }
  }
}

int64_t Reroute::gaps_around(int32_t first_layer, int32_t last_layer) {
  int64_t total = 0;
  for (int32_t l = first_layer - 1; l <= last_layer; ++l) total += o_.crossings_below(l);
  return total;
}

// Whether any arm of the path's nodes crosses another edge. What crosses nothing has nothing to gain.
bool Reroute::crosses(const std::vector<int32_t>& path) const {
  for (const int32_t v : path) {
    const int32_t layer = o_.layer_of_[at(v)];
    if (layer + 1 < s_.layers() && o_.gap_[at(layer)] != 0 && crosses_below(v, layer)) return true;
    if (layer == 0 || o_.gap_[at(layer) - 1] == 0) continue;
    for (int32_t a = s_.up_first[at(v)]; a < s_.up_first[at(v) + 1]; ++a)
      if (crosses_below(s_.up[at(a)].node, layer - 1)) return true;
  }
  return false;
}

bool Reroute::crosses_below(int32_t v, int32_t layer) const {
  const int32_t place = o_.pos_[at(v)];
  for (int32_t k = s_.layer_first[at(layer)]; k < s_.layer_first[at(layer) + 1]; ++k) {
    const int32_t u = o_.slot_[at(k)], side = k - s_.layer_first[at(layer)] - place;
    if (side == 0) continue;
    for (int32_t i = s_.down_first[at(u)]; i < s_.down_first[at(u) + 1]; ++i) {
      const float x = o_.end_of(s_.down[at(i)]);
      for (int32_t a = s_.down_first[at(v)]; a < s_.down_first[at(v) + 1]; ++a) {
        const float y = o_.end_of(s_.down[at(a)]);
        if (side < 0 ? x > y : x < y) return true;
      }
    }
  }
  return false;
}

void Reroute::put(const Window& w, int32_t node, int32_t gap) {
  const int32_t base = s_.layer_first[at(w.layer)], now = o_.pos_[at(node)];
  if (now == gap) return;
  const auto begin = o_.slot_.begin() + base;
  if (now < gap)
    std::rotate(begin + now, begin + now + 1, begin + gap + 1);
  else
    std::rotate(begin + gap, begin + now, begin + now + 1);
  for (int32_t k = std::min(now, gap); k <= std::max(now, gap); ++k) o_.pos_[at(o_.slot_[at(base + k)])] = k;
  o_.touch(w.layer);
}

// Adds to next_ the cheapest way from any gap above, and notes which that is.
void Reroute::step(size_t rows, size_t columns, int64_t weight, bool from_right, std::vector<int16_t>& came) {
  cheapest_.assign(columns, std::numeric_limits<int64_t>::max());
  int64_t* const cheapest = cheapest_.data();
  int16_t* const from = came.data();
  for (size_t i = 0; i < rows; ++i) {
    const size_t x = from_right ? rows - 1 - i : i;
    const int64_t base = reach_[x] + weight * left_above_[x], twice = 2 * weight;
    const int64_t* const both = both_.data() + x * (columns + 1);
    for (size_t y = 0; y < columns; ++y) {
      const int64_t cost = base - twice * both[y];
      const bool better = cost < cheapest[y];
      cheapest[y] = better ? cost : cheapest[y];
      from[y] = better ? static_cast<int16_t>(x) : from[y];
    }
  }
  for (size_t y = 0; y < columns; ++y) next_[y] += cheapest_[y] + weight * left_below_[y];
}

bool Reroute::lay(const std::vector<int32_t>& path, bool from_right) {
  const int32_t top = o_.layer_of_[at(path.front())], bottom = o_.layer_of_[at(path.back())];
  const int64_t before = gaps_around(top, bottom);
  if (before == 0 || !crosses(path)) return false;
  std::vector<Window>& windows = windows_;
  windows.clear();
  for (const int32_t v : path) windows.push_back(window_of(v));
  const auto own = [&](size_t k, std::vector<int64_t>& cost) {
    own_cost(windows[k], path[k], k > 0 ? path[k - 1] : -1, k + 1 < path.size() ? path[k + 1] : -1, cost);
  };
  std::vector<std::vector<int16_t>>& came = came_;
  if (came.size() < path.size()) came.resize(path.size());
  own(0, reach_);
  for (size_t k = 1; k < path.size(); ++k) {
    const Window &a = windows[k - 1], &b = windows[k];
    gap_costs(a, b, path[k - 1], path[k]);
    int64_t weight = 1;
    for (int32_t i = s_.down_first[at(path[k - 1])]; i < s_.down_first[at(path[k - 1]) + 1]; ++i)
      if (s_.down[at(i)].node == path[k]) weight = s_.down[at(i)].weight;
    own(k, next_);
    came[k].assign(at(b.size()), 0);
    step(at(a.size()), at(b.size()), weight, from_right, came[k]);
    std::swap(reach_, next_);
  }
  size_t end = 0;
  for (size_t i = 0; i < reach_.size(); ++i) {
    const size_t y = from_right ? reach_.size() - 1 - i : i;
    if (i == 0 || reach_[y] < reach_[end]) end = y;
  }
  for (size_t k = path.size(); k-- > 0;) {
    put(windows[k], path[k], windows[k].low + static_cast<int32_t>(end));
    if (k > 0) end = static_cast<size_t>(came[k][end]);
  }
  const int64_t after = gaps_around(top, bottom);
  if (after > before)
    for (size_t k = 0; k < path.size(); ++k) put(windows[k], path[k], windows[k].old_place);
  return after < before;
}

bool Reroute::round(uint32_t seed, const CancelToken& cancel) {
  bool gained = false;
  for (const auto& path : paths(seed)) {
    if (cancel.cancelled()) return gained;
    gained = lay(path, seed % 2 == 1) || gained;
  }
  return gained;
}

}  // namespace nw::layout
