// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/stretch.h"

#include <algorithm>

#include "layout/at.h"

namespace nw::layout {
namespace {

constexpr size_t most_pins = 6;
constexpr int32_t shortest_pinned = 96;  // layers

std::vector<int32_t> layer_sizes(const Network& net) {
  std::vector<int32_t> sizes(at(net.layers), 0);
  for (const int32_t l : net.layer) ++sizes[at(l)];
  return sizes;
}

int64_t count_cuts(const std::vector<int32_t>& sizes) {
  return std::count(sizes.begin(), sizes.end(), 1);
}

// Edges that leave a trunk, or still run along it, by layer.
struct Load {
  const Network& net;
  const Trunk& trunk;
  int64_t along(int32_t layer) const {
    const int32_t k = layer - trunk.top;
    if (k < 0 || k >= trunk.points) return 0;
    const int32_t v = trunk.first + k;
    int64_t sum = 0;
    for (int32_t a = net.down_first[at(v)]; a < net.down_first[at(v) + 1]; ++a) sum += net.down[at(a)].weight;
    return sum;
  }
};

// What the readers of the outer trunk cross of the inner one, both on the same side.
int64_t crossed_by(const Network& net, const Trunk& outer, const Trunk& inner) {
  int64_t sum = 0;
  for (int32_t k = 0; k < outer.points; ++k) {
    const int32_t v = outer.first + k;
    for (int32_t a = net.down_first[at(v)]; a < net.down_first[at(v) + 1]; ++a)
      if (net.down[at(a)].node < net.real) sum += net.down[at(a)].weight * Load{net, inner}.along(outer.top + k + 1);
  }
  return sum +
         Load{net, inner}.along(outer.top) * Load{net, outer}.along(outer.top);  // the source reaches past it, too
}

// Where among the trunks of one side a further one costs least.
std::pair<int64_t, size_t> best_place(const Network& net, const std::vector<int32_t>& side, int32_t trunk) {
  std::pair<int64_t, size_t> best{-1, 0};
  for (size_t place = 0; place <= side.size(); ++place) {
    int64_t cost = 0;
    for (size_t k = 0; k < side.size(); ++k) {
      const Trunk &mine = net.trunks[at(trunk)], &other = net.trunks[at(side[k])];
      cost += k < place ? crossed_by(net, other, mine) : crossed_by(net, mine, other);
    }
    if (best.first < 0 || cost < best.first) best = {cost, place};
  }
  return best;
}

template <class PinOf>
void copy_arms(const std::vector<Arm>& from, int32_t begin, int32_t end, int32_t first, int32_t last, int32_t own_pin,
               const std::vector<int32_t>& local, const Network& net, const PinOf& pin_of, std::vector<Arm>& to) {
  for (int32_t a = begin; a < end; ++a) {
    const int32_t layer = net.layer[at(from[at(a)].node)];
    if (layer < first || layer > last) continue;
    to.push_back(from[at(a)]);
    // What still runs along a pinned trunk is nothing to the stretch; without it, equal stretches read the same.
    if (own_pin != 0 && pin_of(from[at(a)].node) != 0) to.back().weight = 1;
    to.back().node = local[at(to.back().node)];
  }
}

}  // namespace

Pins choose_pins(const Network& net) {
  std::vector<int32_t> longest;
  for (size_t t = 0; t < net.trunks.size(); ++t)
    if (net.trunks[t].points >= shortest_pinned && !net.trunks[t].outer) longest.push_back(static_cast<int32_t>(t));
  std::stable_sort(longest.begin(), longest.end(),
                   [&](int32_t a, int32_t b) { return net.trunks[at(a)].points > net.trunks[at(b)].points; });
  if (longest.size() > most_pins) longest.resize(most_pins);
  std::vector<int32_t> sizes = layer_sizes(net);
  std::vector<int64_t> cuts{count_cuts(sizes)};
  for (const int32_t t : longest) {
    for (int32_t k = 0; k < net.trunks[at(t)].points; ++k) --sizes[at(net.trunks[at(t)].top + k)];
    cuts.push_back(count_cuts(sizes));
  }
  const int64_t most = *std::max_element(cuts.begin(), cuts.end());
  size_t pinned = 0;
  if (most >= 2 * cuts[0] + 8)
    while (cuts[pinned] * 10 < most * 9) ++pinned;
  Pins pins;
  for (size_t k = 0; k < pinned; ++k) {
    const auto left = best_place(net, pins.left, longest[k]), right = best_place(net, pins.right, longest[k]);
    const bool to_left =
        left.first < right.first || (left.first == right.first && pins.left.size() <= pins.right.size());
    auto& side = to_left ? pins.left : pins.right;
    side.insert(side.begin() + static_cast<std::ptrdiff_t>((to_left ? left : right).second), longest[k]);
  }
  return pins;
}

std::vector<Cut> cut_network(const Network& net, const Pins& pins, const std::vector<double>& widths) {
  // The rank within its side: left ones count up from the outside, right ones down to it; 0 is free.
  std::vector<int32_t> pinned(net.trunks.size(), 0);
  const int32_t lefts = static_cast<int32_t>(pins.left.size()), rights = static_cast<int32_t>(pins.right.size());
  for (int32_t k = 0; k < lefts; ++k) pinned[at(pins.left[at(k)])] = k - lefts;
  for (int32_t k = 0; k < rights; ++k) pinned[at(pins.right[at(k)])] = rights - k;
  const auto pin_of = [&](int32_t v) {
    const int32_t t = net.trunk_of_node[at(v)];
    return t < 0 ? 0 : pinned[at(t)];
  };
  std::vector<int32_t> first(at(net.layers) + 1, 0), sorted(at(net.size())), free(at(net.layers), 0);
  for (int32_t v = 0; v < net.size(); ++v) ++first[at(net.layer[at(v)]) + 1];
  for (int32_t l = 0; l < net.layers; ++l) first[at(l) + 1] += first[at(l)];
  std::vector<int32_t> fill(first.begin(), first.end() - 1);
  for (int32_t v = 0; v < net.size(); ++v) {
    sorted[at(fill[at(net.layer[at(v)])]++)] = v;
    free[at(net.layer[at(v)])] += pin_of(v) == 0;
  }
  for (int32_t l = 0; lefts + rights > 0 && l < net.layers; ++l)
    std::stable_sort(sorted.begin() + first[at(l)], sorted.begin() + first[at(l) + 1],
                     [&](int32_t a, int32_t b) { return pin_of(a) < pin_of(b); });

  std::vector<Cut> cuts;
  std::vector<int32_t> local(at(net.size()));
  for (int32_t top = 0; top < net.layers;) {
    int32_t bottom = top + 1;
    while (bottom < net.layers && free[at(bottom)] != 1) ++bottom;
    bottom = std::min(bottom, net.layers - 1);
    if (bottom == top && !cuts.empty()) break;
    Cut& cut = cuts.emplace_back();
    Stretch& s = cut.stretch;
    cut.first_layer = top;
    cut.nodes.assign(sorted.begin() + first[at(top)], sorted.begin() + first[at(bottom) + 1]);
    for (int32_t l = top; l <= bottom + 1; ++l) s.layer_first.push_back(first[at(l)] - first[at(top)]);
    for (size_t k = 0; k < cut.nodes.size(); ++k) local[at(cut.nodes[k])] = static_cast<int32_t>(k);
    for (const int32_t v : cut.nodes) {
      s.up_first.push_back(static_cast<int32_t>(s.up.size()));
      s.down_first.push_back(static_cast<int32_t>(s.down.size()));
      const int32_t pin = pin_of(v);
      copy_arms(net.up, net.up_first[at(v)], net.up_first[at(v) + 1], top, bottom, pin, local, net, pin_of, s.up);
      copy_arms(net.down, net.down_first[at(v)], net.down_first[at(v) + 1], top, bottom, pin, local, net, pin_of,
                s.down);
      s.side.push_back(static_cast<int8_t>(pin < 0 ? -1 : pin > 0 ? 1 : 0));
      // Trunks are named by their first point within the stretch, so that equal stretches read the same.
      const int32_t t = net.trunk_of_node[at(v)];
      s.trunk.push_back(
          t < 0 ? -1
                : local[at(std::max(net.trunks[at(t)].first, net.trunks[at(t)].first + top - net.trunks[at(t)].top))]);
      s.width.push_back(t < 0 ? widths[at(v)] : 0);
    }
    s.up_first.push_back(static_cast<int32_t>(s.up.size()));
    s.down_first.push_back(static_cast<int32_t>(s.down.size()));
    top = bottom;
    if (bottom == net.layers - 1) break;
  }
  return cuts;
}

}  // namespace nw::layout
