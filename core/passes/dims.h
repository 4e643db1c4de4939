// SPDX-License-Identifier: GPL-3.0-or-later
// Values for dynamic dimensions.
#pragma once

#include <map>
#include <string>

#include "graph/graph.h"

namespace nw::passes {

// Puts the values in place of the symbols, in types and attributes. NW1410 for a name that is no symbol of the graph,
// NW1411 for a negative value.
Diagnostics bind_dims(graph::Graph& graph, const std::map<std::string, int64_t>& values);

}  // namespace nw::passes
