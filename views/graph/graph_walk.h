// SPDX-License-Identifier: GPL-3.0-or-later
// Walking along the edges of the graph by keys.
#pragma once

#include "graph/canvas.h"

namespace nw::views {

// The item that a step from `here` leads to; -1: there is none that way. Up and down follow the edges, as in
// a picture whose data flow down; left and right step through what the last such step could have reached.
int32_t walk_from(const Picture& picture, int32_t here, Canvas::Walk direction);
// The edge of an item that follows `edge`, or precedes it, in a ring: those into the item, then those out of it, each
// from left to right. From no edge (-1) to the first or the last; -1: it has none.
int32_t next_edge(const Picture& picture, int32_t item, int32_t edge, bool forward);

}  // namespace nw::views
