// SPDX-License-Identifier: GPL-3.0-or-later
// A layer is a band as high as its highest node. Within a band an edge runs straight down at the x of its point; it
// turns aside only in the gap between two bands, where no node is. So no edge meets a node, and two edges cross in
// a gap exactly if their ends there are in opposite order, which is what the ordering has counted.
//
//      ┌────┐  ┌──────────┐
//      └─┬──┘  │          │   band
//        │     └────┬─────┘
//         \_______  │         gap
//                 \ │
//      ┌──────┐   │ │
#include "layout/route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "layout/at.h"

namespace nw::layout {
namespace {

struct Bands {
  std::vector<double> top, bottom;
};

// Gaps are wider where edges run far across, so that they do not lie flat.
Bands stack_layers(const Problem& problem, const Network& net, const std::vector<double>& x, const Options& options) {
  std::vector<double> height(at(net.layers), 0), far(at(net.layers), 0);
  for (int32_t v = 0; v < net.real; ++v) {
    double& h = height[at(net.layer[at(v)])];
    h = std::max(h, problem.sizes[at(v)].h);
  }
  for (int32_t v = 0; v < net.size(); ++v)
    for (int32_t a = net.down_first[at(v)]; a < net.down_first[at(v) + 1]; ++a) {
      double& f = far[at(net.layer[at(v)])];
      f = std::max(f, std::abs(x[at(net.down[at(a)].node)] - x[at(v)]));
    }
  std::vector<char> ports(at(net.layers) + 1, 0);  // layers of ports need only half a gap
  for (size_t v = 0; v < problem.pins.size(); ++v)
    if (problem.pins[v] != Pin::Free) ports[at(net.layer[v])] = 1;
  Bands bands;
  double y = 0;
  for (int32_t l = 0; l < net.layers; ++l) {
    bands.top.push_back(y);
    bands.bottom.push_back(y + height[at(l)]);
    y = bands.bottom.back() + options.layer_gap * ((ports[at(l)] || ports[at(l) + 1] ? 0.5 : 1.0) +
                                                   std::min(1.0, far[at(l)] / (40 * options.layer_gap)));
  }
  return bands;
}

void shift_to_origin(const Problem& problem, const Network& net, std::vector<double>& x, std::vector<double>& outer,
                     Solution& solution) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int32_t v = 0; v < net.size(); ++v) {
    const double half = v < net.real ? problem.sizes[at(v)].w / 2 : 0;
    low = std::min(low, x[at(v)] - half);
    high = std::max(high, x[at(v)] + half);
  }
  for (size_t t = 0; t < outer.size(); ++t)
    if (net.trunks[t].outer) high = std::max(high, outer[t]);
  if (low > high) low = high = 0;
  for (double& value : x) value -= low;
  for (double& value : outer) value -= low;
  solution.size.w = high - low;
}

// By point of a trunk: the last one that is reached from it straight down. A thousand edges may share a trunk through a
// thousand layers.
std::vector<int32_t> straight_runs(const Network& net, const std::vector<double>& x) {
  std::vector<int32_t> end(x.size());
  std::iota(end.begin(), end.end(), 0);
  for (const Trunk& trunk : net.trunks) {
    if (trunk.outer) continue;
    for (int32_t v = trunk.first + trunk.points - 1; v-- > trunk.first;)
      if (x[at(v)] == x[at(v + 1)]) end[at(v)] = end[at(v + 1)];
  }
  return end;
}

}  // namespace

void straighten(std::vector<Point>& route) {
  size_t kept = 0;
  for (size_t i = 0; i < route.size(); ++i) {
    const Point p = route[i];
    if (kept > 0 && route[kept - 1].x == p.x && route[kept - 1].y == p.y) continue;
    while (kept >= 2) {
      const Point a = route[kept - 2], b = route[kept - 1];
      const double turn = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
      const bool ahead = (b.x - a.x) * (p.x - b.x) + (b.y - a.y) * (p.y - b.y) >= 0;
      if (!ahead || std::abs(turn) > 1e-9 * (std::abs(p.x - a.x) + std::abs(p.y - a.y))) break;
      --kept;
    }
    route[kept++] = p;
  }
  route.resize(kept);
  route.shrink_to_fit();
}

void route_level(const Problem& problem, const Network& net, const std::vector<double>& places,
                 const std::vector<double>& outer_places, const Options& options, Solution& solution) {
  std::vector<double> x = places, outer = outer_places;
  shift_to_origin(problem, net, x, outer, solution);
  const Bands bands = stack_layers(problem, net, x, options);
  solution.size.h = net.layers > 0 ? bands.bottom.back() : 0;
  solution.centers.resize(at(net.real));
  for (int32_t v = 0; v < net.real; ++v) {
    const size_t l = at(net.layer[at(v)]);
    solution.centers[at(v)] = {x[at(v)], (bands.top[l] + bands.bottom[l]) / 2};
  }
  const std::vector<int32_t> run_end = straight_runs(net, x);
  solution.routes.resize(problem.wires.size());
  for (size_t i = 0; i < problem.wires.size(); ++i) {
    const Wire& w = problem.wires[i];
    const Point from = solution.centers[at(w.from)], to = solution.centers[at(w.to)];
    std::vector<Point>& route = solution.routes[i];
    const int32_t top = net.layer[at(w.from)], bottom = net.layer[at(w.to)];
    route.push_back({from.x + w.from_dx, from.y + problem.sizes[at(w.from)].h / 2});
    route.push_back({from.x + w.from_dx, bands.bottom[at(top)]});
    if (const int32_t t = net.trunk_of_link[i]; t >= 0 && net.trunks[at(t)].outer) {
      route.push_back({outer[at(t)], bands.top[at(top + 1)]});
      route.push_back({outer[at(t)], bands.bottom[at(bottom - 1)]});
    } else if (t >= 0) {
      // A straight run is two points, however many layers it passes.
      const int32_t to_point = net.trunks[at(t)].first - net.trunks[at(t)].top;
      for (int32_t l = top + 1; l < bottom;) {
        const int32_t last = std::min(bottom - 1, run_end[at(l + to_point)] - to_point);
        const double px = x[at(l + to_point)];
        route.push_back({px, bands.top[at(l)]});
        route.push_back({px, bands.bottom[at(last)]});
        l = last + 1;
      }
    }
    route.push_back({to.x + w.to_dx, bands.top[at(bottom)]});
    route.push_back({to.x + w.to_dx, to.y - problem.sizes[at(w.to)].h / 2});
    straighten(route);
  }
}

}  // namespace nw::layout
