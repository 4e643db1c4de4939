// SPDX-License-Identifier: GPL-3.0-or-later
// A graph or a part of it, with its groups, as text for other programs.
#pragma once

#include <QByteArray>
#include <set>

#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::views {

// Graphviz' language; groups are clusters. `fusion` may be null. `part`: these nodes and the edges between them; null:
// all.
QByteArray graph_dot(const graph::Graph& graph, const fusion::Fusion* fusion, const std::set<NodeId>* part = nullptr);
// {"name", "nodes": [{"id", "name", "op", "scope", "shape", "dtype", "group"}], "edges": [[from, to], …]}
QByteArray graph_json(const graph::Graph& graph, const fusion::Fusion* fusion, const std::set<NodeId>* part = nullptr);

}  // namespace nw::views
