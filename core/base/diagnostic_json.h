// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics as JSON, in the form that the command line and other programs rely on.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/diagnostic.h"

namespace nw {

nlohmann::json to_json(const Diagnostic& diagnostic);
nlohmann::json to_json(const Diagnostics& diagnostics);
nlohmann::json to_json(const Fix& fix);
Diagnostic diagnostic_from_json(const nlohmann::json& json);

}  // namespace nw
