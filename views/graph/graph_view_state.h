// SPDX-License-Identifier: GPL-3.0-or-later
// View settings of the graph in a project file: bookmarks, open scopes, and where it was looked at.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nw::views {

// The point of the picture at the canvas' upper left, and how large it is shown.
struct GraphPlace {
  double x = 0, y = 0, scale = 1;

  bool operator==(const GraphPlace&) const = default;
};

struct GraphViewState {
  std::vector<std::string> bookmarks;            // nodes' names
  std::optional<std::vector<std::string>> open;  // paths of scopes; none: as many as are easy to read
  std::optional<GraphPlace> place = {};          // of the fused graph; none: as it is shown at first

  bool operator==(const GraphViewState&) const = default;
};

// From a document's view state (JSON); unknown entries are ignored.
GraphViewState read_graph_view_state(const std::string& json);
std::string to_json(const GraphViewState& state);

}  // namespace nw::views
