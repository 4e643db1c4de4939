// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker does with a request; see target/protocol.h.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace nw::worker {

nlohmann::json serve(const nlohmann::json& request);

}  // namespace nw::worker
