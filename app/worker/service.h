// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker does with a request; see worker/protocol.h. A request without what it needs is a json::exception.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "runtime/device.h"

namespace nw::worker {

// The devices that requests have named, a few at most: who was not named for longest goes. Their runners live on
// between requests, until the target of that name is connected otherwise, forgotten, or its files are replaced.
class Devices {
 public:
  using Clock = target::Session::Clock;
  // Of request["connection"]; this computer where there is none. Null, with diagnostics, if its facts cannot be read.
  // Good until the next call. Its time is counted from `arrived`, when the request was.
  runtime::Device* of(const nlohmann::json& request, Clock::time_point arrived, Diagnostics& diagnostics);
  void forget(const std::string& target);

 private:
  struct Known {
    std::string target;      // its id; empty: this computer, which no connection named
    std::string connection;  // and memory, as text
    std::unique_ptr<runtime::Device> device;
  };
  std::vector<Known> known_;  // named last: at the end
};

// `notify`: sends a frame ahead of the reply.
nlohmann::json serve(const nlohmann::json& request, Devices& devices,
                     const std::function<void(const std::string& frame)>& notify);

}  // namespace nw::worker
