// SPDX-License-Identifier: GPL-3.0-or-later
// Where the label of a point in a diagram goes.
#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

namespace nw::views {

// The rectangle of a label beside a point: inside `room`, not on the line, clipped if too wide. Whole if there is such
// a place: right of the point or left of it, at its height, below it or above.
QRectF label_place(const QPointF& at, const QSizeF& size, const QRectF& room, const QPolygonF& line);

}  // namespace nw::views
