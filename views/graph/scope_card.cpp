// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/scope_card.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "graph/zoom_levels.h"

namespace nw::views {

namespace {
constexpr double kLine = 1.25;  // height of a line, in sizes of its font
constexpr double kBeside = 4;   // pixels left and right of what is written

// In pixels, whatever the scale.
double width_at_least(const QString& title, const FaceFonts& fonts, double scale) {
  QFont font = fonts.title;
  font.setPixelSize(static_cast<int>(std::ceil(ZoomLevels::kLeastText / scale)));
  return QFontMetricsF(font).horizontalAdvance(title) * scale;
}

// The smallest letters may come close to the border rather than be cut.
constexpr double kClose = 2 * kBeside - 2;
}  // namespace

bool holds_title(const QRectF& place, const QString& title, const FaceFonts& fonts, double scale) {
  return place.height() * scale >= ZoomLevels::kLeastLine &&
         width_at_least(title, fonts, scale) <= place.width() * scale - 2 * kBeside + kClose;
}

void paint_share(QPainter& painter, const QRectF& groove, double share, const QColor& bar, const QColor& ground) {
  const double radius = groove.height() / 2;
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground);
  painter.drawRoundedRect(groove, radius, radius);
  if (share <= 0) return;
  QRectF part = groove;
  part.setWidth(std::max(groove.height(), groove.width() * std::min(share, 1.0)));
  painter.setBrush(bar);
  painter.drawRoundedRect(part, radius, radius);
}

void paint_scope_card(QPainter& painter, const ScopeCard& card, const FaceFonts& fonts, double scale) {
  constexpr double kLargestTitle = 18, kShape = 10, kBar = 4, kBarRow = 9, kLeastBar = 24;  // pixels
  const double w = card.place.width() * scale - 2 * kBeside, h = card.place.height() * scale;
  const bool narrow = w < 2 * ZoomLevels::kLeastText;
  if (h < ZoomLevels::kLeastLine || (narrow && !holds_title(card.place, card.title, fonts, scale))) return;
  const auto sized = [scale](QFont font, double pixels) {
    font.setPixelSize(static_cast<int>(std::ceil(pixels / scale)));
    return font;
  };
  const auto width_of = [scale](const QFont& font, const QString& text) {
    return QFontMetricsF(font).horizontalAdvance(text) * scale;
  };
  const double at_least = width_at_least(card.title, fonts, scale);
  const double fits = ZoomLevels::kLeastText * w / std::max(1.0, at_least);
  const double pixels = std::clamp(std::min(fits * 0.97, 0.38 * h), ZoomLevels::kLeastText, kLargestTitle);
  const QFont title = sized(fonts.title, pixels), small = sized(fonts.small, kShape);
  double used = pixels * kLine;
  const bool has_bar = card.share >= 0 && used + kBarRow <= h && w >= kLeastBar;
  if (has_bar) used += kBarRow;
  const bool has_shape = !card.shape.isEmpty() && used + kShape * kLine <= h && width_of(small, card.shape) <= w;
  if (has_shape) used += kShape * kLine;

  QRectF row(card.place.left() + kBeside / scale, card.place.center().y() - used / 2 / scale, w / scale,
             pixels * kLine / scale);
  painter.setFont(title);
  painter.setPen(card.ink);
  const bool close = at_least > w && at_least <= w + kClose;
  painter.drawText(row, Qt::AlignCenter | Qt::TextDontClip,
                   close ? card.title : QFontMetricsF(title).elidedText(card.title, Qt::ElideRight, row.width()));
  row.setTop(row.bottom());
  if (has_shape) {
    row.setHeight(kShape * kLine / scale);
    painter.setFont(small);
    painter.setPen(card.pale);
    painter.drawText(row, Qt::AlignCenter, card.shape);
    row.setTop(row.bottom());
  }
  if (!has_bar) return;
  const double length = std::min(w, 96.0) / scale;
  paint_share(painter,
              QRectF(row.center().x() - length / 2, row.top() + (kBarRow - kBar) / scale, length, kBar / scale),
              card.share, card.bar, card.groove);
}

}  // namespace nw::views
