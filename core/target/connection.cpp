// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/connection.h"

#include "base/local_cpu.h"

namespace nw::target {

using nlohmann::json;

Connection local_connection(const std::string& program_folder) {
  Connection local;
  local.id = "cpu";
  local.facts = local_cpu_facts();
  local.carrier = child_carrier(program_folder + "/nestwright-runner");
  local.plugin = "cpu";
  return local;
}

json to_json(const Connection& c) {
  return {{"id", c.id},         {"facts", to_json(c.facts)}, {"carrier", to_json(c.carrier)},
          {"plugin", c.plugin}, {"device", c.device},        {"settings", c.settings}};
}

Result<Connection> connection_from_json(const json& j) {
  Connection c;
  c.id = j.at("id");
  Result<TargetFacts> facts = target_facts_from_json(j.at("facts"));
  if (!facts.ok()) return facts.diagnostics;
  c.facts = std::move(*facts);
  c.carrier = carrier_from_json(j.at("carrier"));
  c.plugin = j.at("plugin");
  c.device = j.at("device");
  c.settings = j.at("settings");
  return c;
}

}  // namespace nw::target
