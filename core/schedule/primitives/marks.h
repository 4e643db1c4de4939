// SPDX-License-Identifier: GPL-3.0-or-later
// What vectorize, unroll, parallel, bind, pragma, tensorize and prefetch share: they say something of one loop.
#pragma once

#include "schedule/schedule.h"

namespace nw::schedule {

struct StepSource;

// The loop's attributes, made if there are none; the step is noted.
AxisAttr& mark(Schedule& s, StageId stage, AxisId axis, const StepSource& at, const std::string& step);

}  // namespace nw::schedule
