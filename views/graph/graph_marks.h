// SPDX-License-Identifier: GPL-3.0-or-later
// Highlights on the canvas, as functions of a picture: the selection, the reason of its fusion, the changes of a
// what-if, composites, and bookmarks.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "common/named_nodes.h"
#include "common/selection.h"
#include "graph/canvas.h"
#include "workspace/fusion_view.h"

namespace nw::views {

// The items on the canvas that represent these nodes, each once; nodes that are not shown, or not valid, are omitted.
std::vector<int32_t> items_of(const Picture& picture, const std::vector<NodeId>& nodes);
QRectF rect_of_nodes(const Picture& picture, const std::vector<NodeId>& nodes);
// A line around those that are shown; none if no node is.
void outline_nodes(Marks& marks, const Picture& picture, Outline::Role role, const std::vector<NodeId>& nodes,
                   const QString& name = {});

// Its place, to be brought into sight; invalid where nothing of it is shown.
QRectF mark_selection(Marks& marks, const Picture& picture, const Selection& selection);
void mark_reason(Marks& marks, const Picture& picture, const fusion::Reason& reason);
void mark_difference(Marks& marks, const Picture& picture, const workspace::FusionView& change);
// Nodes that stay in sight, and those to come back to. The latter are named, so another snapshot of the graph has them
// too.
void mark_kept(Marks& marks, const Picture& picture, const std::set<NodeId>& pinned,
               const std::vector<std::string>& bookmarks);

}  // namespace nw::views
