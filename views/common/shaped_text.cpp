// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/shaped_text.h"

#include <QCache>
#include <QFontMetrics>
#include <cmath>

namespace nw::views {

namespace {

struct Line {
  QFont font;
  QString text;
  int width = 0;
  Qt::TextElideMode mode = Qt::ElideNone;
  bool operator==(const Line&) const = default;
  friend size_t qHash(const Line& line, size_t seed = 0) {
    return qHashMulti(seed, line.font, line.text, line.width, static_cast<int>(line.mode));
  }
};

constexpr int kLines = 8192;  // some screens full

}  // namespace

const QStaticText& shaped_text(const QFont& font, const QString& text) {
  static QCache<Line, QStaticText> known(kLines);
  const Line line{font, text};
  if (const QStaticText* shaped = known.object(line)) return *shaped;
  auto* shaped = new QStaticText(text);
  shaped->setTextFormat(Qt::PlainText);
  shaped->setPerformanceHint(QStaticText::AggressiveCaching);
  shaped->prepare({}, font);
  known.insert(line, shaped);
  return *shaped;
}

int text_width(const QFont& font, const QString& text) {
  return static_cast<int>(std::ceil(shaped_text(font, text).size().width()));
}

QString elided_text(const QFont& font, const QString& text, Qt::TextElideMode mode, int width) {
  static QCache<Line, QString> known(kLines);
  if (mode == Qt::ElideNone || text_width(font, text) <= width) return text;
  const Line line{font, text, width, mode};
  if (const QString* elided = known.object(line)) return *elided;
  auto* elided = new QString(QFontMetrics(font).elidedText(text, mode, width));
  known.insert(line, elided);
  return *elided;
}

void draw_text(QPainter& painter, const QRect& room, Qt::Alignment alignment, const QString& text,
               Qt::TextElideMode mode) {
  const QString shown = elided_text(painter.font(), text, mode, room.width());
  if (shown.isEmpty()) return;
  const QStaticText& shaped = shaped_text(painter.font(), shown);
  const QSizeF size = shaped.size();
  const double free = room.width() - size.width();
  const double x = room.left() + (alignment & Qt::AlignRight ? free : alignment & Qt::AlignHCenter ? free / 2 : 0.0);
  // On whole pixels from top to bottom, as the painter itself does.
  const int height = static_cast<int>(std::ceil(size.height()));
  const int below = room.height() - height;
  const int y = room.top() + (alignment & Qt::AlignBottom ? below : alignment & Qt::AlignVCenter ? below / 2 : 0);
  painter.drawStaticText(QPointF(x, y), shaped);
}

}  // namespace nw::views
