// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/label_place.h"

#include <QLineF>
#include <algorithm>

namespace nw::views {

namespace {

// Of a closed outline.
bool crosses(const QPolygonF& outline, const QPolygonF& line) {
  for (qsizetype i = 0; i + 1 < line.size(); ++i) {
    const QLineF part(line[i], line[i + 1]);
    if (outline.containsPoint(part.p1(), Qt::OddEvenFill) || outline.containsPoint(part.p2(), Qt::OddEvenFill))
      return true;
    for (qsizetype side = 0; side + 1 < outline.size(); ++side)
      if (part.intersects(QLineF(outline[side], outline[side + 1]), nullptr) == QLineF::BoundedIntersection)
        return true;
  }
  return false;
}

bool overlaps_any(const QPolygonF& outline, const std::vector<QPolygonF>& others) {
  const QRectF around = outline.boundingRect();
  return std::ranges::any_of(others, [&](const QPolygonF& other) {
    return around.intersects(other.boundingRect()) && outline.intersects(other);
  });
}

LineLabel label_on(const QTransform& on, const QRectF& box) {
  return {on, box, on.map(QPolygonF(box)), {}};
}

// Where the label of a line could be, the best place first.
std::vector<LineLabel> places(const QPolygonF& line, double width, double height, const QRectF& room) {
  constexpr double kFromTop = 8, kStep = 8, kGap = 4;
  std::vector<LineLabel> found;
  const auto add = [&](const QTransform& on, const QRectF& box) {
    LineLabel label = label_on(on, box);
    if (room.contains(label.outline.boundingRect())) found.push_back(std::move(label));
  };
  const QLineF along(line.first(), line.last());
  QTransform on;
  on.translate(along.p2().x(), along.p2().y());
  on.rotate(-along.angle());
  for (const double side : {-height - 1, 1.0})
    for (double from_top = kFromTop; from_top + width <= along.length(); from_top += kStep)
      add(on, QRectF(-from_top - width, side, width, height));
  for (const bool right : {true, false})
    for (double y = along.p2().y() + height; y <= along.p1().y(); y += kGap) {
      const double x = along.pointAt((y - along.p1().y()) / along.dy()).x();
      add({}, QRectF(right ? x + kGap + height / 2 : x - kGap - height / 2 - width, y - height / 2, width, height));
    }
  return found;
}

// Not beside its line: a leader goes to the middle of that.
LineLabel label_apart(const QPolygonF& line, const QRectF& box) {
  const QPointF middle = QLineF(line.first(), line.last()).center();
  const QPointF edge(std::clamp(middle.x(), box.left(), box.right()), std::clamp(middle.y(), box.top(), box.bottom()));
  return {{}, box, QPolygonF(box), QLineF(middle, edge)};
}

// As near to the middle of the line as there is room.
LineLabel place_apart(const QPolygonF& line, const QSizeF& size, const QRectF& room,
                      const std::vector<QPolygonF>& taken) {
  constexpr double kStep = 4;
  LineLabel nearest;
  for (double y = room.top(); y + size.height() <= room.bottom(); y += kStep)
    for (double x = room.left(); x + size.width() <= room.right(); x += kStep) {
      LineLabel label = label_apart(line, QRectF(QPointF(x, y), size));
      if (!nearest.outline.isEmpty() && label.leader.length() >= nearest.leader.length()) continue;
      if (!overlaps_any(label.outline, taken)) nearest = std::move(label);
    }
  return nearest;
}

// In rows from the top: the closest that labels can be.
std::vector<LineLabel> in_rows(const std::vector<QPolygonF>& lines, const std::vector<double>& widths, double height,
                               const QRectF& room) {
  std::vector<LineLabel> labels;
  QPointF at = room.topLeft();
  for (size_t i = 0; i < lines.size(); ++i) {
    if (at.x() + widths[i] > room.right()) at = QPointF(room.left(), at.y() + height + 1);
    const QRectF box(at, QSizeF(widths[i], height));
    labels.push_back(room.contains(box) ? label_apart(lines[i], box) : LineLabel());
    at.rx() += widths[i] + 1;
  }
  return labels;
}

}  // namespace

std::vector<LineLabel> line_labels(const std::vector<QPolygonF>& lines, const std::vector<double>& widths,
                                   double height, const QRectF& room, const std::vector<QPolygonF>& obstacles) {
  std::vector<LineLabel> labels;
  std::vector<QPolygonF> taken;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::vector<LineLabel> all = places(lines[i], widths[i], height, room);
    const auto free = [&](const LineLabel& label) { return !overlaps_any(label.outline, taken); };
    const auto clear = [&](const LineLabel& label) {
      for (size_t other = 0; other < lines.size(); ++other)
        if (other != i && crosses(label.outline, lines[other])) return false;
      return free(label) && !overlaps_any(label.outline, obstacles);
    };
    auto best = std::ranges::find_if(all, clear);
    if (best == all.end()) best = std::ranges::find_if(all, free);
    labels.push_back(best == all.end() ? place_apart(lines[i], QSizeF(widths[i], height), room, taken) : *best);
    if (labels.back().outline.isEmpty()) return in_rows(lines, widths, height, room);
    taken.push_back(labels.back().outline);
  }
  return labels;
}

QRectF label_place(const QPointF& at, const QSizeF& size, const QRectF& room, const QPolygonF& line,
                   const std::vector<QPolygonF>& taken) {
  constexpr double kGap = 8, kShort = 40;
  QRectF first;
  for (const double least : {size.width(), std::min(size.width(), kShort)})
    for (const double up : {size.height() / 2, -kGap, size.height() + kGap})
      for (const bool right : {true, false}) {
        const double wide = std::min(size.width(), right ? room.right() - at.x() - kGap : at.x() - kGap - room.left());
        if (wide < least) continue;
        const QRectF box(right ? at.x() + kGap : at.x() - kGap - wide, at.y() - up, wide, size.height());
        if (first.isNull() && room.contains(box)) first = box;
        if (room.contains(box) && !crosses(box, line) && !overlaps_any(box, taken)) return box;
      }
  return first;
}

}  // namespace nw::views
