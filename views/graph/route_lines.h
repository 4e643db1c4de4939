// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of edges as they are drawn: only the part in sight, and one where many run along each other. A weight that
// a thousand layers share has a thousand lines of the whole graph's length, and nearly all of them look alike.
#pragma once

#include <QColor>
#include <QHash>
#include <QLineF>
#include <QPainterPath>
#include <QPolygonF>
#include <QRectF>
#include <span>
#include <vector>

#include "graph/picture.h"

namespace nw::views {

struct RoutePart {
  QPolygonF points;
  bool ends = true;  // whether the route's own last point is in it
};

// The part of the route from where it first enters `area` to where it last leaves it. Empty: no intersection.
RoutePart part_of_route(std::span<const PointF> route, const QRectF& area);

// With corners rounded by up to 10 units.
QPainterPath rounded(const QPolygonF& points);

// What was drawn already, in which colour and width.
class DrawnLines {
 public:
  bool is_new(const QPolygonF& points, const QColor& color, double width);

 private:
  struct Line {
    QPolygonF points;
    QRgb color = 0;
    double width = 0;
  };
  QMultiHash<size_t, Line> known_;
};

}  // namespace nw::views
