// SPDX-License-Identifier: GPL-3.0-or-later
// Crossings by a sweep downward over the segments: each is held against those that it overlaps in height.
#include <algorithm>

#include "layout/layout.h"

namespace nw::layout {
namespace {

struct DrawnSegment {
  Point a, b;
  double x_low, x_high, y_low, y_high;
  size_t edge;
};

double side(Point a, Point b, Point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool cross(const DrawnSegment& p, const DrawnSegment& q) {
  return side(p.a, p.b, q.a) * side(p.a, p.b, q.b) < 0 && side(q.a, q.b, p.a) * side(q.a, q.b, p.b) < 0;
}

std::vector<DrawnSegment> segments_of(const Output& output) {
  std::vector<DrawnSegment> segments;
  for (size_t e = 0; e < output.routes.size(); ++e) {
    const auto& route = output.routes[e];
    for (size_t i = 1; i < route.size(); ++i) {
      const Point a = route[i - 1], b = route[i];
      if (a.x == b.x && a.y == b.y) continue;
      segments.push_back({a, b, std::min(a.x, b.x), std::max(a.x, b.x), std::min(a.y, b.y), std::max(a.y, b.y), e});
    }
  }
  std::stable_sort(segments.begin(), segments.end(),
                   [](const DrawnSegment& p, const DrawnSegment& q) { return p.y_low < q.y_low; });
  return segments;
}

}  // namespace

int64_t count_crossings(const Output& output, const Input& input) {
  const std::vector<DrawnSegment> segments = segments_of(output);
  const auto share_an_end = [&](size_t p, size_t q) {
    const auto &a = input.edges[p], &b = input.edges[q];
    return a.first == b.first || a.first == b.second || a.second == b.first || a.second == b.second;
  };
  std::vector<const DrawnSegment*> open;
  int64_t crossings = 0;
  for (const DrawnSegment& q : segments) {
    size_t kept = 0;
    for (const DrawnSegment* p : open) {
      if (p->y_high < q.y_low) continue;
      open[kept++] = p;
      if (p->x_high < q.x_low || q.x_high < p->x_low || p->edge == q.edge || share_an_end(p->edge, q.edge)) continue;
      crossings += cross(*p, q);
    }
    open.resize(kept);
    open.push_back(&q);
  }
  return crossings;
}

}  // namespace nw::layout
