// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as a PNG file of any size: painted tile by tile and written band by band, so that memory holds one band.
#pragma once

#include <QString>

#include "graph/painter.h"

namespace nw::views {

// The request's area at its scale. Empty if it was written, else why not.
QString write_png(const PaintRequest& request, const QString& path);

}  // namespace nw::views
