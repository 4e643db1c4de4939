// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker does with a request; see target/protocol.h. A request without what it needs is a json::exception.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "runtime/confinement.h"

namespace nw::worker {

// `confine` is called before the first kernel of a request runs, if one does.
nlohmann::json serve(const nlohmann::json& request, const runtime::Confine& confine);

}  // namespace nw::worker
