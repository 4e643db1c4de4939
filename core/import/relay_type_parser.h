// SPDX-License-Identifier: GPL-3.0-or-later
// Types in Relay text: `Tensor[(1, ?), float32]`, tuples, functions, references.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"
#include "import/relay_cursor.h"

namespace nw::import {

class RelayTypeParser {
 public:
  // Dimensions that are not known become symbols of the graph.
  RelayTypeParser(RelayCursor& cursor, graph::Graph& graph) : cursor_(cursor), graph_(graph) {}

  // Symbols without a name are called by the prefix and their axis.
  graph::Type type(const std::string& symbol_prefix);

 private:
  graph::Type tensor(const std::string& symbol_prefix);
  graph::Type function(const std::string& symbol_prefix);
  graph::Type named(const std::string& symbol_prefix);
  graph::Dim dimension(const std::string& symbol_prefix, size_t axis);
  graph::Dim unknown_dimension(const Token& mark, const std::string& symbol_prefix, size_t axis);
  std::vector<graph::Type> list(const std::string& symbol_prefix);

  RelayCursor& cursor_;
  graph::Graph& graph_;
};

}  // namespace nw::import
