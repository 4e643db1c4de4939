// SPDX-License-Identifier: GPL-3.0-or-later
// What is written on a scope that is drawn as one thing, where only a few pixels are left for it: its name to the last,
// then its part of the work as a bar, then the shape that it gives.
#pragma once

#include <QPainter>

#include "graph/face.h"

namespace nw::views {

struct ScopeCard {
  QRectF place;  // in the scene
  QString title;
  QString shape;      // empty: none
  double share = -1;  // of the whole, 0 to 1; below 0: none
  QColor ink, pale, bar, groove;
};

// Its whole name in the smallest letters.
bool holds_title(const QRectF& place, const QString& title, const FaceFonts& fonts, double scale);
// `painter` maps scene units already.
void paint_scope_card(QPainter& painter, const ScopeCard& card, const FaceFonts& fonts, double scale);
// A part of the whole as a bar of the height of `groove`.
void paint_share(QPainter& painter, const QRectF& groove, double share, const QColor& bar, const QColor& ground);

}  // namespace nw::views
