// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nw::test {

using layout::Input;
using layout::Output;
using layout::Point;

namespace {

constexpr double hair = 1e-4;

size_t at(int32_t i) {
  return static_cast<size_t>(i);
}

Output::Rect rect_of(const Input& input, const Output& output, size_t node) {
  const auto [w, h] = input.sizes[node];
  return {output.centers[node].x - w / 2, output.centers[node].y - h / 2, w, h};
}

bool overlap(const Output::Rect& a, const Output::Rect& b) {
  return a.x + hair < b.x + b.w && b.x + hair < a.x + a.w && a.y + hair < b.y + b.h && b.y + hair < a.y + a.h;
}

bool within(const Output::Rect& inner, const Output::Rect& outer) {
  return inner.x >= outer.x - hair && inner.y >= outer.y - hair && inner.x + inner.w <= outer.x + outer.w + hair &&
         inner.y + inner.h <= outer.y + outer.h + hair;
}

bool on_border(const Output::Rect& r, Point p) {
  const bool inside = p.x >= r.x - hair && p.x <= r.x + r.w + hair && p.y >= r.y - hair && p.y <= r.y + r.h + hair;
  const double away =
      std::min({std::abs(p.x - r.x), std::abs(p.x - r.x - r.w), std::abs(p.y - r.y), std::abs(p.y - r.y - r.h)});
  return inside && away <= hair;
}

// Whether the segment passes through the inside (Liang and Barsky's clipping).
bool passes(const Output::Rect& r, Point a, Point b) {
  constexpr double margin = 0.01;
  if (r.w <= 2 * margin || r.h <= 2 * margin) return false;
  double from = 0, to = 1;
  const double p[] = {a.x - b.x, b.x - a.x, a.y - b.y, b.y - a.y};
  const double q[] = {a.x - r.x - margin, r.x + r.w - margin - a.x, a.y - r.y - margin, r.y + r.h - margin - a.y};
  for (int k = 0; k < 4; ++k) {
    if (p[k] == 0) {
      if (q[k] < 0) return false;
    } else if (p[k] < 0) {
      from = std::max(from, q[k] / p[k]);
    } else {
      to = std::min(to, q[k] / p[k]);
    }
  }
  return from < to;
}

std::string fault_of_route(const Input& input, const Output& output, size_t e) {
  const auto [from, to] = input.edges[e];
  const auto& route = output.routes[e];
  if (route.size() < 2) return fmt::format("edge {} has no route", e);
  if (!on_border(rect_of(input, output, at(from)), route.front())) return fmt::format("edge {} starts off its node", e);
  if (!on_border(rect_of(input, output, at(to)), route.back())) return fmt::format("edge {} ends off its node", e);
  for (size_t v = 0; v < input.sizes.size(); ++v) {
    if (v == at(from) || v == at(to)) continue;
    for (size_t k = 1; k < route.size(); ++k)
      if (passes(rect_of(input, output, v), route[k - 1], route[k]))
        return fmt::format("edge {} passes through node {}", e, v);
  }
  return {};
}

std::string fault_of_boxes(const Input& input, const Output& output) {
  for (size_t v = 0; v < input.parent.size(); ++v)
    if (input.parent[v] >= 0 && !within(rect_of(input, output, v), output.boxes[at(input.parent[v])]))
      return fmt::format("node {} is not in its box", v);
  for (size_t b = 0; b < input.boxes.size(); ++b) {
    if (input.boxes[b].parent >= 0 && !within(output.boxes[b], output.boxes[at(input.boxes[b].parent)]))
      return fmt::format("box {} is not in its box", b);
    for (size_t c = 0; c < b; ++c)
      if (input.boxes[b].parent == input.boxes[c].parent && overlap(output.boxes[b], output.boxes[c]))
        return fmt::format("boxes {} and {} overlap", b, c);
    for (size_t v = 0; v < input.parent.size(); ++v)
      if (input.parent[v] == input.boxes[b].parent && overlap(output.boxes[b], rect_of(input, output, v)))
        return fmt::format("box {} and node {} overlap", b, v);
  }
  return {};
}

}  // namespace

int32_t Dice::roll(int32_t sides) {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 17;
  state_ ^= state_ << 5;
  return static_cast<int32_t>(state_ % static_cast<uint32_t>(sides));
}

Input random_graph(uint32_t seed, const Recipe& recipe) {
  Dice dice(seed);
  Input input;
  for (int32_t v = 0; v < recipe.nodes; ++v)
    input.sizes.push_back(
        recipe.sizes ? layout::Size{static_cast<double>(dice.roll(5) * 40), static_cast<double>(dice.roll(4) * 25)}
                     : layout::Size{100, 30});
  for (int32_t e = 0; e < recipe.edges && recipe.nodes > 1; ++e) {
    int32_t a = dice.roll(recipe.nodes), b = dice.roll(recipe.nodes);
    if (!recipe.cycles && a == b) b = (a + 1) % recipe.nodes;
    if (!recipe.cycles && a > b) std::swap(a, b);
    input.edges.emplace_back(a, b);
  }
  for (int32_t b = 0; b < recipe.boxes; ++b) {
    Input::Box box;
    box.parent = dice.roll(b + 1) - 1;
    box.header = 20;
    input.boxes.push_back(box);
  }
  for (int32_t v = 0; v < recipe.nodes && recipe.boxes > 0; ++v)
    input.parent.push_back(dice.roll(recipe.boxes + 1) - 1);
  return input;
}

Input bus_graph(int32_t blocks) {
  Input input;
  input.sizes.assign(2, {100, 30});
  for (int32_t b = 0, last = 1; b < blocks; ++b) {
    const int32_t n = static_cast<int32_t>(input.sizes.size());
    input.sizes.insert(input.sizes.end(), 5, {100, 30});
    for (const auto& [from, to] : {std::pair(last, n),
                                   {n, n + 1},
                                   {n, n + 2},
                                   {n + 1, n + 3},
                                   {n + 2, n + 3},
                                   {0, n + 3},
                                   {n + 3, n + 4},
                                   {n, n + 4}})
      input.edges.emplace_back(from, to);
    last = n + 4;
  }
  return input;
}

std::string fault_of(const Input& input, const Output& output) {
  if (output.centers.size() != input.sizes.size()) return "nodes are missing";
  if (output.routes.size() != input.edges.size()) return "edges are missing";
  if (output.boxes.size() != input.boxes.size()) return "boxes are missing";
  const Output::Rect whole{0, 0, output.size.w, output.size.h};
  for (size_t v = 0; v < input.sizes.size(); ++v) {
    if (!within(rect_of(input, output, v), whole)) return fmt::format("node {} is out of the picture", v);
    for (size_t u = 0; u < v; ++u)
      if (overlap(rect_of(input, output, u), rect_of(input, output, v)))
        return fmt::format("nodes {} and {} overlap", u, v);
  }
  for (size_t e = 0; e < input.edges.size(); ++e)
    if (std::string fault = fault_of_route(input, output, e); !fault.empty()) return fault;
  return fault_of_boxes(input, output);
}

bool same_picture(const Output& a, const Output& b) {
  const auto same_points = [](const std::vector<Point>& p, const std::vector<Point>& q) {
    return std::equal(p.begin(), p.end(), q.begin(), q.end(),
                      [](Point x, Point y) { return x.x == y.x && x.y == y.y; });
  };
  return same_points(a.centers, b.centers) &&
         std::equal(a.routes.begin(), a.routes.end(), b.routes.begin(), b.routes.end(), same_points);
}

}  // namespace nw::test
