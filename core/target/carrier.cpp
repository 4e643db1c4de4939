// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/carrier.h"

#include <nlohmann/json.hpp>

namespace nw::target {

using nlohmann::json;

Carrier child_carrier(const std::string& runner) {
  Carrier c;
  c.kind = "child";
  c.argv = {runner};
  c.description = "this computer";
  return c;
}

json to_json(const Carrier& c) {
  return {{"kind", c.kind},
          {"host", c.host},
          {"argv", c.argv},
          {"environment", c.environment},
          {"runners", c.runners},
          {"counters_descriptor", c.counters_descriptor},
          {"description", c.description}};
}

Carrier carrier_from_json(const json& j) {
  Carrier c;
  c.kind = j.at("kind");
  c.host = j.at("host");
  c.argv = j.at("argv").get<std::vector<std::string>>();
  c.environment = j.at("environment").get<std::map<std::string, std::string>>();
  c.counters_descriptor = j.at("counters_descriptor");
  c.runners = j.at("runners").get<std::map<std::string, std::string>>();
  c.description = j.at("description");
  return c;
}

}  // namespace nw::target
