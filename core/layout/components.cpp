// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/components.h"

#include <algorithm>
#include <cmath>

#include "layout/at.h"
#include "layout/flat.h"

namespace nw::layout {
namespace {

constexpr double wish_for_width = 1.6;  // rows get about this many times as wide as they are high together

std::vector<int32_t> part_of_nodes(const Problem& problem, int32_t& parts) {
  std::vector<int32_t> parent(problem.sizes.size());
  for (size_t v = 0; v < parent.size(); ++v) parent[v] = static_cast<int32_t>(v);
  const auto root = [&](int32_t v) {
    while (parent[at(v)] != v) v = parent[at(v)] = parent[at(parent[at(v)])];
    return v;
  };
  for (const Wire& w : problem.wires) {
    const int32_t a = root(w.from), b = root(w.to);
    parent[at(std::max(a, b))] = std::min(a, b);
  }
  std::vector<int32_t> part(parent.size(), -1);
  parts = 0;
  for (size_t v = 0; v < parent.size(); ++v) {
    const int32_t r = root(static_cast<int32_t>(v));
    if (part[at(r)] < 0) part[at(r)] = parts++;
    part[v] = part[at(r)];
  }
  return part;
}

struct Parts {
  std::vector<Problem> problems;
  std::vector<std::vector<int32_t>> nodes, wires;  // of the whole problem
};

Parts split(const Problem& problem, const std::vector<int32_t>& part, int32_t count) {
  Parts parts;
  parts.problems.resize(at(count));
  parts.nodes.resize(at(count));
  parts.wires.resize(at(count));
  std::vector<int32_t> local(problem.sizes.size());
  for (size_t v = 0; v < problem.sizes.size(); ++v) {
    const size_t p = at(part[v]);
    local[v] = static_cast<int32_t>(parts.nodes[p].size());
    parts.nodes[p].push_back(static_cast<int32_t>(v));
    parts.problems[p].sizes.push_back(problem.sizes[v]);
    if (!problem.pins.empty()) parts.problems[p].pins.push_back(problem.pins[v]);
  }
  std::vector<int32_t> origin;  // renumbered within each part
  std::vector<int32_t> origins(at(count), 0);
  for (size_t i = 0; i < problem.wires.size(); ++i) {
    Wire w = problem.wires[i];
    const size_t p = at(part[at(w.from)]);
    w.from = local[at(w.from)];
    w.to = local[at(w.to)];
    if (at(w.origin) >= origin.size()) origin.resize(at(w.origin) + 1, -1);
    if (origin[at(w.origin)] < 0) origin[at(w.origin)] = origins[p]++;
    w.origin = origin[at(w.origin)];
    parts.wires[p].push_back(static_cast<int32_t>(i));
    parts.problems[p].wires.push_back(w);
  }
  return parts;
}

// Left to right until the row is as wide as wished, then a new row below.
std::vector<Point> set_in_rows(const std::vector<Solution>& solved, bool one_row, const Options& options, Size& whole) {
  double area = 0, widest = 0;
  for (const Solution& s : solved) {
    area += (s.size.w + options.node_gap) * (s.size.h + options.layer_gap);
    widest = std::max(widest, s.size.w);
  }
  const double limit = std::max(widest, std::sqrt(area * wish_for_width));
  std::vector<Point> corners;
  double x = 0, y = 0, row = 0;
  for (const Solution& s : solved) {
    if (!one_row && x > 0 && x + s.size.w > limit) {
      y += row + options.layer_gap;
      x = row = 0;
    }
    corners.push_back({x, y});
    row = std::max(row, s.size.h);
    whole = {std::max(whole.w, x + s.size.w), y + row};
    x += s.size.w + options.node_gap;
  }
  return corners;
}

}  // namespace

Solution solve_parts(const Problem& problem, const Options& options, Cache::Store& cache, const CancelToken& cancel) {
  int32_t count = 0;
  const std::vector<int32_t> part = part_of_nodes(problem, count);
  if (count <= 1) return solve_level(problem, options, cache, cancel);
  const Parts parts = split(problem, part, count);
  std::vector<Solution> solved;
  for (const Problem& p : parts.problems) {
    if (cancel.cancelled()) return {};
    solved.push_back(solve_level(p, options, cache, cancel));
  }
  if (cancel.cancelled()) return {};
  Solution all;
  all.centers.resize(problem.sizes.size());
  all.routes.resize(problem.wires.size());
  const std::vector<Point> corners = set_in_rows(solved, !problem.pins.empty(), options, all.size);
  for (size_t p = 0; p < solved.size(); ++p) {
    const Point corner = corners[p];
    for (size_t k = 0; k < parts.nodes[p].size(); ++k) {
      const size_t v = at(parts.nodes[p][k]);
      const Point c = solved[p].centers[k];
      const bool to_floor = !problem.pins.empty() && problem.pins[v] == Pin::Bottom;
      all.centers[v] = {c.x + corner.x, to_floor ? all.size.h : c.y + corner.y};
    }
    for (size_t k = 0; k < parts.wires[p].size(); ++k) {
      const size_t i = at(parts.wires[p][k]);
      std::vector<Point>& route = all.routes[i] = std::move(solved[p].routes[k]);
      for (Point& point : route) point = {point.x + corner.x, point.y + corner.y};
      const bool to_floor = !problem.pins.empty() && problem.pins[at(problem.wires[i].to)] == Pin::Bottom;
      if (to_floor && !route.empty()) route.push_back({route.back().x, all.size.h});
    }
  }
  return all;
}

}  // namespace nw::layout
