// SPDX-License-Identifier: GPL-3.0-or-later
// The request "rehearse", for checks of a plugin: beginnings and ends, many times over in one process, and what the
// process holds after each.
#pragma once

#include <nlohmann/json.hpp>

#include "loaded_plugin.h"
#include "request.h"

namespace nw::runner {

// The result of the request, as target/frame.h has it. The plugin has not been started. Throws Refusal.
nlohmann::json rehearse(const nwt_target& plugin, HostTable& host, const Request& request);

}  // namespace nw::runner
