// SPDX-License-Identifier: GPL-3.0-or-later
// Where the sizes of a graph's symbols come from: the dimension that brings each, and the most it can be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/dim.h"
#include "graph/graph.h"

namespace nw::op {

struct SymbolSource {
  std::string symbol;
  NodeId node;
  size_t output = 0;  // field of its tuple
  size_t axis = 0;
  std::optional<graph::Dim> at_most;  // where it is known
};

// Of the symbols that are a dimension of some node by themselves; sorted by name. An input goes before what is
// computed.
std::vector<SymbolSource> symbol_sources(const graph::Graph& graph);

}  // namespace nw::op
