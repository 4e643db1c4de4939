// SPDX-License-Identifier: GPL-3.0-or-later
// Our own fault: a default schedule that was measured to be slower than the loops without a schedule.
#pragma once

#include <string>

#include "kernel/analysis.h"

namespace nw::kernel {

// Its message and whose fault it is, for all that report it.
std::string slow_default_message(double ratio, bool of_instructions);
inline constexpr const char* kSlowDefaultFault =
    "that is a fault of the rule that made the schedule, not of this computation";

// NW9106, where the schedule is made, with the fix that takes all its steps away. `ratio`: the time with the schedule
// over that without, or the numbers of instructions.
Diagnostic slow_default(const KernelAnalysis& with_default, double ratio, bool of_instructions);

}  // namespace nw::kernel
