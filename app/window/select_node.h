// SPDX-License-Identifier: GPL-3.0-or-later
// Selecting by names, as the command line and bookmarks have them.
#pragma once

#include <QString>

namespace nw::views {
class DocumentSession;
}

namespace nw::window {

// A node, or the edge between two: "A,B". False if there is no such node.
bool select_node(views::DocumentSession& session, const QString& name);

}  // namespace nw::window
