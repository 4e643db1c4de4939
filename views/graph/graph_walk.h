// SPDX-License-Identifier: GPL-3.0-or-later
// Walking along the edges of the graph by keys.
#pragma once

#include "graph/canvas.h"

namespace nw::views {

// The item that a step from `here` leads to; -1: there is none that way. Up and down follow the edges, as in
// a picture whose data flow down; left and right step through what the last such step could have reached.
int32_t walk_from(const Picture& picture, int32_t here, Canvas::Walk direction);

}  // namespace nw::views
