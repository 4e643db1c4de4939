// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/picture_keys.h"

#include <algorithm>

#include "graph/legend_painter.h"

namespace nw::views {

namespace {

constexpr double kGap = 12;  // between the two

QFont size_font(const Theme& theme) {
  QFont font = theme.code;
  font.setPixelSize(11);
  return font;
}

}  // namespace

QSizeF keys_size(const PaintRequest& request) {
  QSizeF all(0, 0);
  if (request.legend) all = legend_size(*request.legend, request.theme->words);
  if (request.sizes.isEmpty()) return all;
  const QFontMetricsF metrics(size_font(*request.theme));
  if (request.legend) all.rheight() += kGap;
  all.rheight() += metrics.lineSpacing() * static_cast<double>(request.sizes.size());
  for (const QString& line : request.sizes) all.setWidth(std::max(all.width(), metrics.horizontalAdvance(line)));
  return all;
}

void paint_keys(QPainter& painter, const PaintRequest& request) {
  const Theme& theme = *request.theme;
  QPointF at = request.keys_at;
  if (request.legend) {
    paint_legend(painter, at, *request.legend, theme, theme.words);
    at.ry() += legend_size(*request.legend, theme.words).height() + kGap;
  }
  const QFont font = size_font(theme);
  const QFontMetricsF metrics(font);
  painter.setFont(font);
  painter.setPen(theme.text);
  for (const QString& line : request.sizes) {
    painter.drawText(at + QPointF(0, metrics.ascent()), line);
    at.ry() += metrics.lineSpacing();
  }
}

}  // namespace nw::views
