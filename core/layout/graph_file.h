// SPDX-License-Identifier: GPL-3.0-or-later
// A bare graph as a JSON file: {"name", "nodes": [{"id", "name", "op", "w", "h"}], "edges": [[from, to]]}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "layout/layout.h"

namespace nw::layout {

struct GraphFile {
  std::string name;
  std::vector<std::string> ids;    // as JSON: 3, or "conv1"
  std::vector<std::string> names;  // with scopes, "layer1/conv1/Conv"
  std::vector<std::string> boxes;  // the full scope of each box of `input`
  std::vector<char> is_input;      // nodes whose "op" is "Input": these stay where they are
  Input input;
};

// Ids are integers or texts; without one, a node's place in the list counts. Name, op and sizes may be missing.
Result<GraphFile> read_graph_json(std::string_view text);

// Gives the input a box for every scope that holds more than one node or box. A node without a scope that reads
// nothing (a weight that the exporter left outside) belongs to the innermost box around all its readers.
void nest_by_names(GraphFile& graph, double header);

// Boxes for pieces with one way in and one way out (regions.h), for graphs whose names hold no scopes. Each is called
// after the node that ends it.
void nest_by_structure(GraphFile& graph, double header);

// The graph in the DOT language: clusters for scopes, sizes in inches. What reads it again finds the same nodes, scopes
// and edges.
std::string write_dot(const GraphFile& graph);

}  // namespace nw::layout
