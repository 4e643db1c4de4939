// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker does with a request; see worker/protocol.h. A request without what it needs is a json::exception.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "runtime/device.h"

namespace nw::worker {

// The devices that requests have named. Their runners live on between requests.
class Devices {
 public:
  // Of request["connection"]; this computer where there is none. Null, with diagnostics, if its facts cannot be read.
  runtime::Device* of(const nlohmann::json& request, Diagnostics& diagnostics);

 private:
  std::map<std::string, runtime::Device> devices_;  // by the connection's text
};

nlohmann::json serve(const nlohmann::json& request, Devices& devices);

}  // namespace nw::worker
