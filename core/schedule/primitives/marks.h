// SPDX-License-Identifier: GPL-3.0-or-later
// What vectorize, unroll, parallel, bind, pragma, tensorize and prefetch share: they annotate one loop.
#pragma once

#include "base/diagnostic.h"
#include "schedule/schedule.h"

namespace nw::schedule {

struct StepSource;

// The loop's attributes, made if there are none; the step is noted.
AxisAttr& mark(Schedule& s, StageId stage, AxisId axis, const StepSource& at, Primitive step);

// The loop becomes vectors, parallel, …. It becomes one thing: the last of several annotations counts, as in TVM, and
// that an earlier one has no effect is a warning (NW2515).
Diagnostics become(Schedule& s, StageId stage, AxisId axis, const StepSource& at, tir::IterType type);

// The line of the step of that primitive that made the annotation; 0 if it could be one of several: other annotations
// were made after it.
int line_of_step(const Stage& stage, const AxisAttr& attr, Primitive step);

}  // namespace nw::schedule
