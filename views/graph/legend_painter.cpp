// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/legend_painter.h"

#include <QCoreApplication>
#include <algorithm>

#include "graph/fills.h"

namespace nw::views {

namespace {

constexpr double kLegendPad = 10, kRampHeight = 12, kHistogramHeight = 28, kRampWidth = 240;
constexpr qsizetype kMaxKinds = 10;

double row_height(const QFont& font) {
  return QFontMetricsF(font).height() + 4;
}

QString scale_text(const Overlay& overlay) {
  switch (overlay.scale) {
    case OverlayScale::Log:
      return QCoreApplication::translate("Legend", "logarithmic");
    case OverlayScale::Quantile:
      return QCoreApplication::translate("Legend", "by rank");
    case OverlayScale::Linear:
      break;
  }
  return {};
}

QFont bold(QFont font) {
  font.setWeight(QFont::DemiBold);
  return font;
}

void paint_ramp(QPainter& painter, const QRectF& rect, const Overlay& overlay, const Theme& theme) {
  const double ramp_top = rect.top() + kHistogramHeight;
  const int most = overlay.histogram.empty() ? 0 : *std::ranges::max_element(overlay.histogram);
  const double wide = rect.width() / Overlay::kBins;
  for (size_t bin = 0; bin < overlay.histogram.size() && most > 0; ++bin) {
    if (overlay.histogram[bin] == 0) continue;
    const double high = std::max(1.0, (kHistogramHeight - 4) * overlay.histogram[bin] / most);
    painter.fillRect(QRectF(rect.left() + wide * static_cast<double>(bin), ramp_top - high - 1, wide - 1, high),
                     mix(theme.dim, theme.raised, 0.6));
  }
  QLinearGradient gradient(rect.left(), 0, rect.right(), 0);
  for (int i = 0; i <= 10; ++i) gradient.setColorAt(i / 10.0, ramp(i / 10.0));
  painter.fillRect(QRectF(rect.left(), ramp_top, rect.width(), kRampHeight), gradient);
}

}  // namespace

QString legend_notes(const Overlay& overlay) {
  QStringList lines;
  if (!overlay.note.isEmpty()) lines << overlay.note;
  if (overlay.adds_up) lines << QCoreApplication::translate("Legend", "Closed scopes: share of the whole, 0 to 100 %");
  return lines.join(QLatin1Char('\n'));
}

QSizeF legend_key_size(const Overlay& overlay, const QFont& font) {
  const double row = row_height(font);
  if (overlay.kinds.isEmpty()) return {kRampWidth, kHistogramHeight + kRampHeight + row};
  double wide = kRampWidth;
  for (const QString& kind : overlay.kinds.mid(0, kMaxKinds))
    wide = std::max(wide, QFontMetricsF(font).horizontalAdvance(kind) + kRampHeight + 8);
  return {wide, row * static_cast<double>(std::min(kMaxKinds, overlay.kinds.size()))};
}

void paint_legend_key(QPainter& painter, const QRectF& rect, const Overlay& overlay, const Theme& theme,
                      const QFont& font) {
  painter.setFont(font);
  const double row = row_height(font);
  if (overlay.kinds.isEmpty()) {
    paint_ramp(painter, rect, overlay, theme);
    const QRectF words(rect.left(), rect.top() + kHistogramHeight + kRampHeight, rect.width(), row);
    painter.setPen(theme.text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, overlay.text(overlay.low));
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, overlay.text(overlay.high));
    painter.setPen(theme.dim);
    painter.drawText(words, Qt::AlignCenter, scale_text(overlay));
    return;
  }
  for (qsizetype i = 0; i < std::min(kMaxKinds, overlay.kinds.size()); ++i) {
    const double top = rect.top() + row * static_cast<double>(i);
    painter.fillRect(QRectF(rect.left(), top + (row - kRampHeight) / 2, kRampHeight, kRampHeight),
                     color_of(overlay, static_cast<float>(i), theme));
    painter.setPen(theme.text);
    painter.drawText(QRectF(rect.left() + kRampHeight + 8, top, rect.width() - kRampHeight - 8, row),
                     Qt::AlignLeft | Qt::AlignVCenter, overlay.kinds[i]);
  }
}

QSizeF legend_size(const Overlay& overlay, const QFont& font) {
  const QSizeF key = legend_key_size(overlay, font);
  const QString notes = legend_notes(overlay);
  const double lines =
      row_height(font) * (notes.isEmpty() ? 1 : static_cast<double>(notes.count(QLatin1Char('\n'))) + 2);
  double wide = std::max(key.width(), QFontMetricsF(bold(font)).horizontalAdvance(overlay.title));
  for (const QString& note : notes.split(QLatin1Char('\n')))
    wide = std::max(wide, QFontMetricsF(font).horizontalAdvance(note));
  return {wide + 2 * kLegendPad, key.height() + lines + 2 * kLegendPad};
}

void paint_legend(QPainter& painter, const QPointF& corner, const Overlay& overlay, const Theme& theme,
                  const QFont& font) {
  const QRectF frame(corner, legend_size(overlay, font));
  painter.setPen(QPen(theme.border, 1));
  painter.setBrush(theme.raised);
  painter.drawRoundedRect(frame, theme.small_radius, theme.small_radius);
  QRectF line = frame.adjusted(kLegendPad, kLegendPad, -kLegendPad, -kLegendPad);
  painter.setFont(bold(font));
  painter.setPen(theme.text);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignTop, overlay.title);
  line.setTop(line.top() + row_height(font));
  painter.setFont(font);
  if (const QString notes = legend_notes(overlay); !notes.isEmpty()) {
    painter.setPen(theme.dim);
    for (const QString& note : notes.split(QLatin1Char('\n'))) {
      painter.drawText(line, Qt::AlignLeft | Qt::AlignTop, note);
      line.setTop(line.top() + row_height(font));
    }
  }
  paint_legend_key(painter, line, overlay, theme, font);
}

}  // namespace nw::views
