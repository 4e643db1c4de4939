// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_view_state.h"

#include <nlohmann/json.hpp>

#include "base/json_text.h"

namespace nw::views {

GraphViewState read_graph_view_state(const std::string& json) {
  GraphViewState result;
  const nlohmann::json state = read_json(json);
  if (!state.is_object()) return result;
  const auto texts = [&state](const char* key) {
    std::vector<std::string> found;
    if (!state.contains(key) || !state[key].is_array()) return found;
    for (const nlohmann::json& each : state[key])
      if (each.is_string()) found.push_back(each.get<std::string>());
    return found;
  };
  result.bookmarks = texts("bookmarks");
  if (state.contains("open")) result.open = texts("open");
  return result;
}

std::string to_json(const GraphViewState& state) {
  nlohmann::json json = {{"bookmarks", state.bookmarks}};
  if (state.open) json["open"] = *state.open;
  return json.dump();
}

}  // namespace nw::views
