// SPDX-License-Identifier: GPL-3.0-or-later
// A change of the list of steps applied to a copy of the schedule: no text is written or read.
#pragma once

#include "schedule/verify.h"
#include "script/step_editor.h"

namespace nw::edit {

struct EditedSchedule {
  schedule::Schedule schedule;
  schedule::ScheduleAnalysis analysis;
};

// The schedule after the edit. Without a value: the step is refused, with the diagnostics of its primitive.
Result<schedule::Schedule> edited(const script::Program& program, const script::StepEdit& edit);

}  // namespace nw::edit
