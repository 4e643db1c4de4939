// SPDX-License-Identifier: GPL-3.0-or-later
// All that it takes to run kernels on a target: how its runner is started, which device of which plugin is opened
// there, and what is known of it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "base/target_facts.h"
#include "target/carrier.h"

namespace nw::target {

struct Connection {
  std::string id;  // as a person names it: "cpu", "cross:riscv64-v", "lab1"
  TargetFacts facts;
  Carrier carrier;
  std::string plugin, device;  // of the runner; device may be empty where the plugin has one only
  nlohmann::json settings = nlohmann::json::object();

  bool operator==(const Connection&) const = default;
};

// This computer's processors, by the runner in a folder of programs.
Connection local_connection(const std::string& program_folder);

nlohmann::json to_json(const Connection& connection);
// A json::exception for what is not a connection; facts that are none are a diagnostic (NW4218).
Result<Connection> connection_from_json(const nlohmann::json& json);

}  // namespace nw::target
