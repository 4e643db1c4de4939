// SPDX-License-Identifier: GPL-3.0-or-later
#include "edit/edited_schedule.h"

#include "schedule/step.h"

namespace nw::edit {

using schedule::Schedule;

Result<Schedule> edited(const script::Program& program, const script::StepEdit& edit) {
  schedule::StepSource quiet;
  quiet.explain = false;
  if (edit.step && edit.in_place_of == 0 && edit.removed == 0) {
    Schedule changed = *program.schedule;
    Result<schedule::Made> made = schedule::apply(changed, *edit.step, quiet);
    if (!made.value) return std::move(made.diagnostics);
    return changed;
  }
  // All steps once more, without the one that goes. Where a later one is refused then, the edit is refused.
  schedule::Replayer replay(*program.schedule, program.unscheduled());
  const auto add = [&]() -> Result<schedule::Made> {
    return replay.apply(
        {*edit.step, schedule::ScheduleSize::of(*program.schedule), schedule::ScheduleSize::of(*program.schedule), {}},
        quiet);
  };
  Result<schedule::Made> made = schedule::Made();
  for (const script::Statement& s : program.statements) {
    if (!s.step || !s.applied || s.span.line == edit.removed) continue;
    if (s.span.line == edit.in_place_of) {
      made = add();
      if (!made.value) return std::move(made.diagnostics);
      continue;
    }
    Result<schedule::Made> again = replay.apply(*s.step, quiet);
    if (!again.value && has_errors(again.diagnostics)) return std::move(again.diagnostics);
  }
  if (edit.step && edit.in_place_of == 0) made = add();
  if (!made.value) return std::move(made.diagnostics);
  return replay.schedule();
}

}  // namespace nw::edit
