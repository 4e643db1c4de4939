// SPDX-License-Identifier: GPL-3.0-or-later
// Search of nodes and groups by name, for the command palette.
#pragma once

#include <QString>
#include <vector>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::views {

struct NameHit {
  QString title;
  QString detail;  // an operator; how many nodes
  NodeId node;     // invalid for a group
  GroupId group;   // invalid for a node
};

// The best `most`, best first; groups before nodes where they fit alike. Constants have no place in the picture and are
// left out. `fusion` may be null. For a worker: 100,000 names take some tens of milliseconds.
std::vector<NameHit> search_names(const graph::Graph& graph, const fusion::Fusion* fusion, const QString& typed,
                                  size_t most, const CancelToken& cancel = {});

}  // namespace nw::views
