// SPDX-License-Identifier: GPL-3.0-or-later
// Targets and plugins as `targets` shows them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "target/registry.h"

namespace nw::cli {

nlohmann::json target_json(const target::Target& target);
nlohmann::json plugin_json(const target::Plugin& plugin);
// The same for people, a row each.
std::string targets_text(const std::vector<target::Target>& targets);
std::string plugins_text(const std::vector<target::Plugin>& plugins);

}  // namespace nw::cli
