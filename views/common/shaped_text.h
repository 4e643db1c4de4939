// SPDX-License-Identifier: GPL-3.0-or-later
// A cache of shaped text: most of the time of painting a view is text shaping, and nearly all of its text is the same
// from one keystroke to the next. For the UI thread only.
#pragma once

#include <QFont>
#include <QPainter>
#include <QStaticText>
#include <QString>

namespace nw::views {

// One line of plain text. Its size is of the layout: the advance, and the height of a line.
const QStaticText& shaped_text(const QFont& font, const QString& text);

// Pixels, rounded up.
int text_width(const QFont& font, const QString& text);

// The text, or as much of it as `width` pixels hold.
QString elided_text(const QFont& font, const QString& text, Qt::TextElideMode mode, int width);

// Draws one line in the painter's font and pen, clipped to the width of `rect`; it may exceed the height.
void draw_text(QPainter& painter, const QRect& rect, Qt::Alignment alignment, const QString& text,
               Qt::TextElideMode mode = Qt::ElideNone);

}  // namespace nw::views
