// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule of the computation's own stages: for forms in which stages that a schedule makes (caches, factored
// reductions) are not written.
#pragma once

#include <string>

#include "script/script.h"

namespace nw::exporting {

struct OwnStages {
  std::string text;         // the script without the lines that were left out; the others keep their numbers
  script::Program program;  // of that text
  Diagnostics left_out;     // NW4126, one a step
};

// Leaves out the steps that make stages, and those that do not hold without them. `text` is a script that holds.
OwnStages own_stages(const std::string& text, const script::ReadOptions& options, const std::string& tool);

}  // namespace nw::exporting
