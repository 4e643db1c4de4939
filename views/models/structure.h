// SPDX-License-Identifier: GPL-3.0-or-later
// Scopes for graphs whose nodes have no names: pieces with one way in and one way out, such as the layers of a decoder.
// Each is called after its last node.
#pragma once

#include "models/scope_tree.h"

namespace nw::views {

// Parts the shown nodes of a tree that has only its root. A graph that fits on a screen is left as it is.
void nest_by_structure(const graph::Graph& graph, ScopeTree& tree);

}  // namespace nw::views
