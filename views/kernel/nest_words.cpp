// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/nest_words.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include "common/shaped_text.h"

namespace nw::views {

namespace {

bool is_word(QChar c) {
  return c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('.');
}

QColor word_color(QStringView word, bool first, const KernelColors& colors) {
  static const QStringList keywords = {
      QStringLiteral("for"),    QStringLiteral("parallel"), QStringLiteral("vectorized"), QStringLiteral("unrolled"),
      QStringLiteral("thread"), QStringLiteral("vthread"),  QStringLiteral("in"),         QStringLiteral("if"),
      QStringLiteral("else"),   QStringLiteral("alloc"),    QStringLiteral("let"),        QStringLiteral("attr")};
  if (word.front().isDigit()) return colors.number;
  if (keywords.contains(word.toString())) return colors.keyword;
  return first ? colors.name : colors.text;
}

}  // namespace

double paint_nest_words(QPainter& painter, const QPointF& at, const QString& text, const QFont& font,
                        const KernelColors& colors) {
  const double advance = QFontMetricsF(font).horizontalAdvance(QLatin1Char('m'));  // fractional: words must not drift
  bool first = true;
  for (int i = 0; i < text.size();) {
    const bool word = is_word(text[i]);
    int end = i;
    while (end < text.size() && is_word(text[end]) == word) ++end;
    const QStringView piece = QStringView(text).mid(i, end - i);
    painter.setPen(word ? word_color(piece, first, colors) : colors.dim);
    if (word) first = false;
    painter.drawStaticText(QPointF(at.x() + i * advance, at.y()), shaped_text(font, piece.toString()));
    i = end;
  }
  return static_cast<double>(text.size()) * advance;
}

}  // namespace nw::views
