// SPDX-License-Identifier: GPL-3.0-or-later
// Words that are drawn again and again, shaped once: most of what a view costs to paint is the shaping of its letters,
// and from one key to the next nearly all of them are the same. For the UI thread only.
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

// One line in the painter's font and pen, cut to the width of `room`; it may stand out of the room's height.
void draw_text(QPainter& painter, const QRect& room, Qt::Alignment alignment, const QString& text,
               Qt::TextElideMode mode = Qt::ElideNone);

}  // namespace nw::views
