// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a script that make one of its loops what it is.
#pragma once

#include <set>

#include "schedule/schedule.h"

namespace nw::kernel {

// The splits and fuses that the axis comes from, and what its loop is marked as: vectorized, unrolled, … Lines count
// from 1. Empty: the loop is as the computation has it.
std::set<int> lines_of_loop(const schedule::Schedule& s, StageId stage, AxisId axis);

}  // namespace nw::kernel
