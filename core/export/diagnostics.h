// SPDX-License-Identifier: GPL-3.0-or-later
// What writing a schedule in another tool's form has to say: one function a code.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace nw::exporting {

Diagnostic cannot_say(const std::string& tool, const std::string& step, int line);  // NW4126, a warning
Diagnostic cannot_compute(const std::string& tool, const std::string& stage, const std::string& why,
                          int line);  // NW4127

}  // namespace nw::exporting
