// SPDX-License-Identifier: GPL-3.0-or-later
// What the symbols of types come to: read off the same types with numbers.
#pragma once

#include <cstdint>
#include <map>

#include "graph/graph.h"

namespace nw::execute {

using SymbolValues = std::map<tir::Var, int64_t, tir::VarOrder>;

// Of the dimensions that are a symbol alone. A symbol that has a value keeps it.
void match_symbols(const graph::Type& open, const graph::Type& sized, SymbolValues& values);
// Of all nodes: `sized` is the same graph, node by node.
SymbolValues symbol_values(const graph::Graph& open, const graph::Graph& sized);

}  // namespace nw::execute
