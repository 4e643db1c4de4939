// SPDX-License-Identifier: GPL-3.0-or-later
// What a nest costs on a machine, loop by loop, and its estimated time: of a TE script or of TVMScript.
#pragma once

#include <map>
#include <string>

#include "base/target_facts.h"
#include "command.h"

namespace nw::cli {

// Adds to the outcome
// `cost{estimate_us,flops,bytes,allocated_bytes,loops[{nest_line,runs,iterations,flops,bytes,memory}]}`. Nothing where
// a symbolic size has no value.
void add_cost(const std::string& text, const std::map<std::string, int64_t>& sizes, const TargetFacts& machine,
              Outcome& outcome);

}  // namespace nw::cli
