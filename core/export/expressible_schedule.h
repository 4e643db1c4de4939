// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule without the stages that a tool has no words for: such copies and factored reductions as made_stages.h does
// not know, or the tool does not.
#pragma once

#include <string>

#include "script/script.h"

namespace nw::exporting {

struct ExpressibleSchedule {
  script::Program program;  // replayed without the steps that were left out
  Diagnostics left_out;     // NW4126, one a step
};

// Leaves out the steps that make other stages, and those that are not legal without them. `program` has no errors.
// steps_of_te: what makes a stage is for the tool what it is here: it can give a copy to some readers and
// leave the others as they are, and factor any reduction. Else only copies for all readers are kept, and such factored
// reductions as factored_reduction.h calls plain.
ExpressibleSchedule expressible_schedule(const script::Program& program, const std::string& tool, bool steps_of_te);

}  // namespace nw::exporting
