// SPDX-License-Identifier: GPL-3.0-or-later
// Where the labels of points and of lines in a diagram go.
#pragma once

#include <QLineF>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QTransform>
#include <vector>

namespace nw::views {

// The rectangle of a label beside a point: inside `room`, not on the line, clipped if too wide. Whole if there is such
// a place: right of the point or left of it, at its height, below it or above. Off the labels in `taken` where it can.
QRectF label_place(const QPointF& at, const QSizeF& size, const QRectF& room, const QPolygonF& line,
                   const std::vector<QPolygonF>& taken = {});

struct LineLabel {
  QTransform on;      // where its box is in
  QRectF box;         // upright in that
  QPolygonF outline;  // in the diagram
  QLineF leader;      // to its line, where it is not beside that
};

// The labels of lines that rise to the right, in their order: each inside `room` and off the labels before it, along
// its line as high as it can be, above the line or below it, level beside the line, or else as near as there is room;
// off the other lines and `obstacles` if there is such a place. An empty outline: `room` is too small for any.
std::vector<LineLabel> line_labels(const std::vector<QPolygonF>& lines, const std::vector<double>& widths,
                                   double height, const QRectF& room, const std::vector<QPolygonF>& obstacles = {});

}  // namespace nw::views
