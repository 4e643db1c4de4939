// SPDX-License-Identifier: GPL-3.0-or-later
// The request "run": kernels by a plan, and their results, tested before they go out.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>

#include "loaded_plugin.h"

namespace nw::runner {

// What a run is made of. The functions throw Refusal for a number that is none.
struct RunContext {
  const nwt_target& plugin;
  nwt_device* device;
  HostTable& host;
  std::function<nwt_module*(int64_t)> module;
  std::function<nwt_buffer*(int64_t)> buffer;
  std::function<bool()> stop_asked;
  std::function<void(size_t)> begin_call;  // its place in the request
};

// The result of the request, as target/frame.h has it. Throws Refusal.
nlohmann::json run(const nlohmann::json& request, const RunContext& context);

}  // namespace nw::runner
