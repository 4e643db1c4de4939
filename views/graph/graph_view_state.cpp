// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_view_state.h"

#include <cmath>
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
  if (const auto at = state.find("place"); at != state.end() && at->is_object()) {
    const auto number = [&at](const char* key) {
      const auto value = at->find(key);
      return value != at->end() && value->is_number() ? value->get<double>() : std::nan("");
    };
    const GraphPlace place{number("x"), number("y"), number("scale")};
    if (std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.scale) && place.scale > 0)
      result.place = place;
  }
  return result;
}

std::string to_json(const GraphViewState& state) {
  nlohmann::json json = {{"bookmarks", state.bookmarks}};
  if (state.open) json["open"] = *state.open;
  if (state.place) json["place"] = {{"x", state.place->x}, {"y", state.place->y}, {"scale", state.place->scale}};
  return json.dump();
}

}  // namespace nw::views
