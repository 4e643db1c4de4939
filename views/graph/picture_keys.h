// SPDX-License-Identifier: GPL-3.0-or-later
// What stands below an exported picture: the legend of its colours, and what the short names of its sizes stand for.
#pragma once

#include "graph/painter.h"

namespace nw::views {

QSizeF keys_size(const PaintRequest& request);  // empty: there is nothing to explain
void paint_keys(QPainter& painter, const PaintRequest& request);

}  // namespace nw::views
