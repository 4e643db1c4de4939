// SPDX-License-Identifier: GPL-3.0-or-later
// Values for dynamic dimensions.
#pragma once

#include <map>
#include <set>
#include <string>

#include "graph/graph.h"

namespace nw::passes {

// Symbols that occur in a type or an attribute of the graph. Names that a file gives to the sizes of its outputs need
// not: where these follow from the inputs, they are written so.
std::set<std::string> symbols_in_use(const graph::Graph& graph);

// Puts the values in place of the symbols, in types and attributes. NW1410 for a name that is no symbol in use,
// NW1411 for a negative value.
Diagnostics bind_dims(graph::Graph& graph, const std::map<std::string, int64_t>& values);

}  // namespace nw::passes
