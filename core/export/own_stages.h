// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule without the stages that a tool has no words for: such copies and factored reductions as made_stages.h does
// not know, or the tool does not.
#pragma once

#include <string>

#include "script/script.h"

namespace nw::exporting {

struct OwnStages {
  std::string text;         // the script without the lines that were left out; the others keep their numbers
  script::Program program;  // of that text
  Diagnostics left_out;     // NW4126, one a step
};

// Leaves out the steps that make other stages, and those that do not hold without them. `program` was read from `text`,
// and holds. steps_of_te: what makes a stage is for the tool what it is here: it can give a copy to some readers and
// leave the others as they are, and factor any reduction. Else only copies for all readers are kept, and such factored
// reductions as factored.h calls plain.
OwnStages own_stages(const std::string& text, script::Program program, const script::ReadOptions& options,
                     const std::string& tool, bool steps_of_te);

}  // namespace nw::exporting
