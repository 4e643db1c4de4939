// SPDX-License-Identifier: GPL-3.0-or-later
// The whole picture as a file: PNG of any size, SVG, PDF.
#pragma once

#include <QByteArray>
#include <QString>

#include "common/theme.h"
#include "graph/fills.h"
#include "graph/picture.h"

namespace nw::views {

// By the path's suffix. Empty if it was written, else why not.
QString export_picture(const Picture& picture, const Theme& theme, const QString& path, double scale = 1,
                       const Fills* fills = nullptr);
// Of the file at scale 1: the margin around the picture counts.
double exported_width(const Picture& picture);
QByteArray picture_svg(const Picture& picture, const Theme& theme, const Fills* fills = nullptr);

}  // namespace nw::views
