// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/route_lines.h"

#include <QHashFunctions>
#include <algorithm>

namespace nw::views {

namespace {

bool meets(const QPointF& a, const QPointF& b, const QRectF& area) {
  return std::max(a.x(), b.x()) >= area.left() && std::min(a.x(), b.x()) <= area.right() &&
         std::max(a.y(), b.y()) >= area.top() && std::min(a.y(), b.y()) <= area.bottom();
}

// Where the line from `outer` to `inner` enters the area; `outer` if it is inside, or if there is no intersection.
QPointF entry(const QPointF& outer, const QPointF& inner, const QRectF& area) {
  const QPointF d = inner - outer;
  double begin = 0, end = 1;
  const auto cut = [&](double at, double along, double low, double high) {
    if (along == 0) return;
    const double a = (low - at) / along, b = (high - at) / along;
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
  };
  cut(outer.x(), d.x(), area.left(), area.right());
  cut(outer.y(), d.y(), area.top(), area.bottom());
  return begin < end ? outer + d * begin : outer;
}

}  // namespace

RoutePart part_of_route(std::span<const PointF> route, const QRectF& area) {
  RoutePart part;
  size_t first = 0, last = 0;  // segments, by the point they lead to
  for (size_t i = 1; i < route.size(); ++i) {
    if (!meets(route[i - 1].point(), route[i].point(), area)) continue;
    if (first == 0) first = i;
    last = i;
  }
  if (first == 0) return part;
  for (size_t i = first - 1; i <= last; ++i) part.points << route[i].point();
  QPolygonF& points = part.points;
  part.ends = last + 1 == route.size() && area.contains(points.back());
  const QPointF in = entry(points.front(), points[1], area);
  const QPointF out = entry(points.back(), points[points.size() - 2], area);
  points.front() = in;
  points.back() = out;
  return part;
}

QPainterPath rounded(const QPolygonF& points) {
  QPainterPath path(points.front());
  for (qsizetype i = 1; i + 1 < points.size(); ++i) {
    const QLineF in(points[i], points[i - 1]), out(points[i], points[i + 1]);
    const double radius = std::min({10.0, in.length() / 2, out.length() / 2});
    if (radius < 0.5) {
      path.lineTo(points[i]);
      continue;
    }
    path.lineTo(in.pointAt(radius / in.length()));
    path.quadTo(points[i], out.pointAt(radius / out.length()));
  }
  path.lineTo(points.back());
  return path;
}

bool DrawnLines::is_new(const QPolygonF& points, const QColor& color, double width) {
  size_t hash = qHashMulti(0, color.rgb(), width);
  for (const QPointF& point : points) hash = qHashMulti(hash, point.x(), point.y());
  const auto [begin, end] = known_.equal_range(hash);
  for (auto at = begin; at != end; ++at)
    if (at->color == color.rgb() && at->width == width && at->points == points) return false;
  known_.insert(hash, {points, color.rgb(), width});
  return true;
}

}  // namespace nw::views
