// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/label_place.h"

#include <QLineF>
#include <algorithm>

namespace nw::views {

namespace {

bool crosses(const QRectF& box, const QPolygonF& line) {
  for (qsizetype i = 0; i + 1 < line.size(); ++i) {
    const QLineF part(line[i], line[i + 1]);
    if (box.contains(part.p1()) || box.contains(part.p2())) return true;
    for (const QLineF& side : {QLineF(box.topLeft(), box.topRight()), QLineF(box.bottomLeft(), box.bottomRight()),
                               QLineF(box.topLeft(), box.bottomLeft()), QLineF(box.topRight(), box.bottomRight())})
      if (part.intersects(side, nullptr) == QLineF::BoundedIntersection) return true;
  }
  return false;
}

}  // namespace

QRectF label_place(const QPointF& at, const QSizeF& size, const QRectF& room, const QPolygonF& line) {
  constexpr double kGap = 8, kShort = 40;
  QRectF first;
  for (const double least : {size.width(), std::min(size.width(), kShort)})
    for (const double up : {size.height() / 2, -kGap, size.height() + kGap})
      for (const bool right : {true, false}) {
        const double wide = std::min(size.width(), right ? room.right() - at.x() - kGap : at.x() - kGap - room.left());
        if (wide < least) continue;
        const QRectF box(right ? at.x() + kGap : at.x() - kGap - wide, at.y() - up, wide, size.height());
        if (first.isNull() && room.contains(box)) first = box;
        if (room.contains(box) && !crosses(box, line)) return box;
      }
  return first;
}

}  // namespace nw::views
