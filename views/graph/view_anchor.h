// SPDX-License-Identifier: GPL-3.0-or-later
// The item that keeps its position on the screen when the canvas gets another picture.
#pragma once

#include <string>

#include "graph/canvas.h"

namespace nw::views {

// A node of the same graph that is in sight now and in `next`: the selected one, else the nearest to the middle.
// Invalid: there is none.
NodeId node_to_hold(const Canvas& canvas, const Picture& next, NodeId selected);

// The node nearest to the middle of the view, by name: nodes keep their names through every pass.
struct ViewAnchor {
  ViewTransform view;
  std::string name;  // empty: no node was in sight
  QPointF place;     // in the scene
};
ViewAnchor anchor_in_middle(const Canvas& canvas);
// Moves the view so that the node is where it was.
void restore_anchor(Canvas& canvas, const Picture& picture, const ViewAnchor& anchor);

}  // namespace nw::views
