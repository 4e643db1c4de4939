// SPDX-License-Identifier: GPL-3.0-or-later
// View settings of the graph in a project file: bookmarks and open scopes.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nw::views {

struct GraphViewState {
  std::vector<std::string> bookmarks;            // nodes' names
  std::optional<std::vector<std::string>> open;  // paths of scopes; none: as many as are easy to read

  bool operator==(const GraphViewState&) const = default;
};

// From a document's view state (JSON); unknown entries are ignored.
GraphViewState read_graph_view_state(const std::string& json);
std::string to_json(const GraphViewState& state);

}  // namespace nw::views
