// SPDX-License-Identifier: GPL-3.0-or-later
// From a script's text to a loop nest that code can be generated for.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "lower/lower.h"
#include "script/script.h"

namespace nw::execute {

struct Kernel {
  script::Program program;
  std::optional<lower::LoopNest> nest;  // of phase `code`; none if there were errors
};

// `sizes`: values of symbolic sizes, by name.
Kernel read_kernel(const std::string& text, const std::map<std::string, int64_t>& sizes, Diagnostics& diagnostics);

}  // namespace nw::execute
