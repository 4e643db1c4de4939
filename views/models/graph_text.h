// SPDX-License-Identifier: GPL-3.0-or-later
// A graph with its groups as text for other programs.
#pragma once

#include <QByteArray>

#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::views {

// Graphviz' language; groups are clusters. `fusion` may be null.
QByteArray graph_dot(const graph::Graph& graph, const fusion::Fusion* fusion);
// {"name", "nodes": [{"id", "name", "op", "scope", "shape", "dtype", "group"}], "edges": [[from, to], …]}
QByteArray graph_json(const graph::Graph& graph, const fusion::Fusion* fusion);

}  // namespace nw::views
