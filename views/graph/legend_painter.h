// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of an overlay mean, painted: on the canvas, and in exported pictures.
#pragma once

#include <QFont>
#include <QPainter>
#include <QRectF>

#include "common/theme.h"
#include "models/overlay.h"

namespace nw::views {

// Below the title: what the overlay notes, and by what closed scopes are coloured where numbers add up.
QString legend_notes(const Overlay& overlay);

// The ramp with the histogram above it and its ends below, or a square for each kind.
QSizeF legend_key_size(const Overlay& overlay, const QFont& font);
void paint_legend_key(QPainter& painter, const QRectF& rect, const Overlay& overlay, const Theme& theme,
                      const QFont& font);

// The same with a title and a frame, as it is in a picture.
QSizeF legend_size(const Overlay& overlay, const QFont& font);
void paint_legend(QPainter& painter, const QPointF& corner, const Overlay& overlay, const Theme& theme,
                  const QFont& font);

}  // namespace nw::views
