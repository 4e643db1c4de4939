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

// `sizes`: values of symbolic sizes, by name. nest_hash: of the nest that was found and checked before, if it was;
// where this one's is equal, the schedule is not checked again.
Kernel read_kernel(const std::string& text, const std::map<std::string, int64_t>& sizes, Diagnostics& diagnostics,
                   const std::string& nest_hash = {});

}  // namespace nw::execute
