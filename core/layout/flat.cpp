// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/flat.h"

#include <algorithm>
#include <limits>
#include <set>

#include "layout/arrange.h"
#include "layout/at.h"
#include "layout/cache.h"
#include "layout/network.h"
#include "layout/rank.h"
#include "layout/route.h"
#include "layout/stretch.h"

namespace nw::layout {
namespace {

std::vector<int32_t> rank_level(const Problem& problem, const CancelToken& cancel) {
  std::vector<Link> links;
  links.reserve(problem.wires.size());
  for (const Wire& w : problem.wires) links.push_back({w.from, w.to, w.weight});
  const int32_t n = static_cast<int32_t>(problem.sizes.size());
  std::vector<int32_t> rank = assign_ranks(n, links, cancel);
  if (problem.pins.empty()) return rank;
  int32_t low = std::numeric_limits<int32_t>::max(), high = std::numeric_limits<int32_t>::min();
  bool top = false;
  for (int32_t v = 0; v < n; ++v) {
    top = top || problem.pins[at(v)] == Pin::Top;
    if (problem.pins[at(v)] != Pin::Free) continue;
    low = std::min(low, rank[at(v)]);
    high = std::max(high, rank[at(v)]);
  }
  if (low > high) low = high = 0;
  for (int32_t v = 0; v < n; ++v) {
    int32_t& r = rank[at(v)];
    if (problem.pins[at(v)] == Pin::Top)
      r = 0;
    else if (problem.pins[at(v)] == Pin::Bottom)
      r = high - low + 1 + (top ? 1 : 0);
    else
      r += (top ? 1 : 0) - low;
  }
  return rank;
}

struct Across {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double left, double right) {
    low = std::min(low, left);
    high = std::max(high, right);
  }
};

// Lanes at the right of everything for the trunks without points; one lane serves several, one below the other.
std::vector<int32_t> outer_lanes(const Network& net) {
  std::vector<int32_t> lanes(net.trunks.size(), -1), by_top;
  for (size_t t = 0; t < net.trunks.size(); ++t)
    if (net.trunks[t].outer) by_top.push_back(static_cast<int32_t>(t));
  std::stable_sort(by_top.begin(), by_top.end(),
                   [&](int32_t a, int32_t b) { return net.trunks[at(a)].top < net.trunks[at(b)].top; });
  std::set<int32_t> vacant;
  std::set<std::pair<int32_t, int32_t>> taken;  // the layer where the trunk ends, its lane
  int32_t lanes_so_far = 0;
  for (const int32_t t : by_top) {
    const Trunk& trunk = net.trunks[at(t)];
    while (!taken.empty() && taken.begin()->first < trunk.top) {
      vacant.insert(taken.begin()->second);
      taken.erase(taken.begin());
    }
    if (vacant.empty()) vacant.insert(lanes_so_far++);
    lanes[at(t)] = *vacant.begin();
    vacant.erase(vacant.begin());
    taken.emplace(trunk.top + trunk.points, lanes[at(t)]);
  }
  return lanes;
}

// Hangs each stretch below the one before, at the node that they share.
std::vector<double> place_network(const Network& net, const Pins& pins, const std::vector<double>& widths,
                                  const Options& options, Cache::Store& cache, const CancelToken& cancel,
                                  std::vector<double>& outer) {
  std::vector<double> x(at(net.size()), 0);
  std::vector<char> placed_before(at(net.size()), 0);
  Across across;
  for (const Cut& cut : cut_network(net, pins, widths)) {
    if (cancel.cancelled()) return x;
    const auto placed = arrange(cut.stretch, options, cache, cancel);
    const auto& s = cut.stretch;
    double shift = 0;
    for (int32_t k = 0; k < s.layer_first[1]; ++k)
      if (s.side[at(k)] == 0 && placed_before[at(cut.nodes[at(k)])]) shift = x[at(cut.nodes[at(k)])] - (*placed)[at(k)];
    const int32_t last = s.layers() - 1;
    // Where one shared node follows another, it is placed straight below, so that a long chain does not drift.
    double cut_x = 0;
    int32_t tops = 0, bottoms = 0, bottom = -1;
    for (int32_t k = 0; k < s.layer_first[1]; ++k)
      if (s.side[at(k)] == 0) cut_x = (*placed)[at(k)] + shift, ++tops;
    for (int32_t k = s.layer_first[at(last)]; k < s.size(); ++k)
      if (s.side[at(k)] == 0) bottom = k, ++bottoms;
    const bool straight = last > 0 && tops == 1 && bottoms == 1;
    for (int32_t k = 0; k < s.size(); ++k) {
      if (s.side[at(k)] != 0) continue;
      const size_t v = at(cut.nodes[at(k)]);
      x[v] = straight && k == bottom ? cut_x : (*placed)[at(k)] + shift;
      placed_before[v] = 1;
      across.add(x[v] - s.width[at(k)] / 2, x[v] + s.width[at(k)] / 2);
    }
  }
  if (across.low > across.high) across = {0, 0};
  const auto pin = [&](const std::vector<int32_t>& side, double from, double step) {
    for (size_t k = side.size(); k-- > 0;) {
      from += step;
      const Trunk& t = net.trunks[at(side[k])];
      std::fill_n(x.begin() + t.first, t.points, from);
    }
  };
  const double step = options.edge_gap;
  pin(pins.left, across.low - options.node_gap, -step);
  pin(pins.right, across.high + options.node_gap, step);
  outer.assign(net.trunks.size(), 0);
  const double beyond = across.high + options.node_gap + step * static_cast<double>(pins.right.size() + 1);
  const std::vector<int32_t> lanes = outer_lanes(net);
  for (size_t t = 0; t < lanes.size(); ++t)
    if (lanes[t] >= 0) outer[t] = beyond + step * lanes[t];
  return x;
}

}  // namespace

Solution solve_level(const Problem& problem, const Options& options, Cache::Store& cache, const CancelToken& cancel) {
  Solution solution;
  const std::vector<int32_t> ranks = rank_level(problem, cancel);
  if (cancel.cancelled()) return solution;
  const Network net = make_network(problem, ranks);
  std::vector<double> widths(problem.sizes.size());
  for (size_t v = 0; v < widths.size(); ++v) widths[v] = problem.sizes[v].w;
  std::vector<double> outer;
  const std::vector<double> x = place_network(net, choose_pins(net), widths, options, cache, cancel, outer);
  if (cancel.cancelled()) return solution;
  route_level(problem, net, x, outer, options, solution);
  return solution;
}

}  // namespace nw::layout
