// SPDX-License-Identifier: GPL-3.0-or-later
// Icons by their freedesktop names, drawn from Breeze's SVG files in the theme's text colour, sharp at any scale.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace nw::views {

// Of Breeze's drawings the one for so many pixels, if there is one; it can be painted at any size. A null icon where
// neither Breeze nor the system's icon theme has that name: the control then shows its text.
QIcon icon(const QString& name, const QColor& color, int drawn_for = 16);

}  // namespace nw::views
