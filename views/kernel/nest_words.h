// SPDX-License-Identifier: GPL-3.0-or-later
// A line of a loop nest in its colours: keywords, numbers, the name that it begins with, and the rest.
#pragma once

#include <QFont>
#include <QPointF>
#include <QString>

#include "kernel/kernel_colors.h"

class QPainter;

namespace nw::views {

// `at`: the top left of the text, in a font of one width. Returns the width in pixels.
double paint_nest_words(QPainter& painter, const QPointF& at, const QString& text, const QFont& font,
                        const KernelColors& colors);

}  // namespace nw::views
