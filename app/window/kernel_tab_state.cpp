// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/kernel_tab_state.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_text.h"

namespace nw::window {

std::vector<KernelTabState> read_kernel_tabs(const std::string& view_state) {
  std::vector<KernelTabState> tabs;
  const nlohmann::json state = read_json(view_state);
  if (!state.is_object() || !state.contains("kernels") || !state["kernels"].is_array()) return tabs;
  for (const nlohmann::json& tab : state["kernels"]) {
    if (!tab.is_object() || !tab.contains("node") || !tab["node"].is_string()) continue;
    const auto line = tab.find("stop_after_line"), active = tab.find("active");
    tabs.push_back({tab["node"].get<std::string>(),
                    line != tab.end() && line->is_number_integer() ? line->get<int>() : 0,
                    active != tab.end() && active->is_boolean() && active->get<bool>()});
  }
  return tabs;
}

std::string with_kernel_tabs(const std::string& view_state, const std::vector<KernelTabState>& tabs) {
  nlohmann::json state = read_json(view_state);
  if (!state.is_object()) state = nlohmann::json::object();
  nlohmann::json kernels = nlohmann::json::array();
  for (const KernelTabState& each : tabs) {
    nlohmann::json tab = {{"node", each.node}};
    if (each.stop_after_line > 0) tab["stop_after_line"] = each.stop_after_line;
    if (each.active) tab["active"] = true;
    kernels.push_back(std::move(tab));
  }
  if (!kernels.empty()) state["kernels"] = std::move(kernels);
  return state.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace nw::window
