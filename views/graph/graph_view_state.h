// SPDX-License-Identifier: GPL-3.0-or-later
// What a project file keeps of how the graph was looked at: bookmarks and open scopes.
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

// From a document's view state (JSON); what is not understood is left out.
GraphViewState read_graph_view_state(const std::string& json);
std::string to_json(const GraphViewState& state);

}  // namespace nw::views
