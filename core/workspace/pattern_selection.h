// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern of what a person has selected, for the window: its lines, whether they match where they come from, how
// often in the model, and the attributes that could be asked for. A pure function, for any thread.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "graph/graph.h"

namespace nw::workspace {

struct OfferedAttribute {
  NodeId node;  // of the first selection
  std::string op, name;
  std::string here;      // "[1, 1]", or "[1, 1] or [2, 2]" where the selections differ
  std::string in_model;  // of all calls of the operator, most frequent first: "[1, 1] ×36, [2, 2] ×6"
  bool by_default = true;
  bool can_be_wanted = false;  // all selections have the same
  bool wanted = false;
};

struct PatternOfSelections {
  std::string text;                          // lines for the table; empty: there is none, and the diagnostics say why
  std::string name;                          // that it is listed as: free in the table
  std::vector<bool> matches;                 // by selection
  size_t places = 0;                         // where it alone is taken in the model
  std::vector<OfferedAttribute> attributes;  // those that are given first
  Diagnostics diagnostics;
};

// `table`: whose names are not used again. `wanted`: attributes by their nodes of the first selection.
PatternOfSelections pattern_of_selections(const graph::Graph& graph, const std::string& table,
                                          const std::vector<std::vector<NodeId>>& selections, const std::string& name,
                                          const std::set<std::pair<NodeId, std::string>>& wanted = {});

}  // namespace nw::workspace
