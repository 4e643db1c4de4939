// SPDX-License-Identifier: GPL-3.0-or-later
// What a session needs to know of a target, and how it follows from manifests and the user's list.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "target/carrier.h"
#include "target/folders.h"
#include "target/plugins.h"
#include "target/user_targets.h"

namespace nw::target {

// The worker gets it from its client.
struct Connection {
  std::string id;  // as the user names the target
  TargetFacts facts;
  bool facts_known = true;  // false: only id and plugin are; the runner has to be asked (discover)
  Carrier carrier;
  std::string plugin, device;  // for the runner
  nlohmann::json settings = nlohmann::json::object();

  bool operator==(const Connection&) const = default;
};
nlohmann::json to_json(const Connection& connection);
Result<Connection> connection_from_json(const nlohmann::json& json);  // NW4060, NW4218

inline constexpr const char* kCpuPlugin = "cpu";  // serves this machine's processor; static runners have it built in

struct Installed {
  const Folders& folders;
  const std::vector<Plugin>& plugins;
};

// A device of a plugin of this machine. NW4201, and what is wrong with the plugin (NW4202, NW4203, NW4206, NW4207);
// NW4216 for an emulator that is missing.
Result<Connection> connect_here(const Installed& installed, const std::string& id, const std::string& plugin,
                                const std::string& device);
Result<Connection> connect_emulated(const Installed& installed, const Plugin& plugin, const EmulatedDevice& device);
// NW4208, NW4219, and as above.
Result<Connection> connect_user_target(const Installed& installed, const UserTarget& target);

// This computer's processors, by the runner in a folder of programs.
Connection local_connection(const std::string& program_folder);

// Of an emulated device, by its file. NW4207, NW4218.
Result<TargetFacts> emulated_facts(const Plugin& plugin, const EmulatedDevice& device);

}  // namespace nw::target
