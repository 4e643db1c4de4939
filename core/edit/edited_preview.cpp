// SPDX-License-Identifier: GPL-3.0-or-later
#include "edit/edited_preview.h"

#include "base/budget.h"
#include "lower/analysed.h"

namespace nw::edit {

namespace {

template <class Work>
kernel::KernelPreview within_limits(const CancelToken& cancel, Work&& work) {
  kernel::KernelPreview then;
  Limits limits;
  limits.cancel = cancel;
  if (const auto stopped = within_budget(limits, [&] { work(then); })) then.diagnostics.push_back(*stopped);
  return then;
}

void lower(kernel::KernelPreview& then, const kernel::KernelPreview& now, schedule::Schedule schedule,
           schedule::ScheduleAnalysis analysis, const CancelToken& cancel) {
  then.target = now.target;
  then.program.schedule = std::move(schedule);
  then.program.args = now.program.args;
  then.program.kernel_name = now.program.kernel_name;
  then.program.size_vars = now.program.size_vars;
  lower::LowerOptions options;
  options.cancel = cancel;
  Result<lower::LoopNest> nest =
      lower::lower_loops(std::move(analysis), kernel::arguments(then.program), then.program.kernel_name, options);
  append(then.diagnostics, std::move(nest.diagnostics));
  if (!nest.value) return;
  then.nest = std::move(*nest.value);
  then.printed = tir::print(then.nest->body, kernel::names_in_script(then.nest->schedule));
}

}  // namespace

kernel::KernelPreview preview_edited(const kernel::KernelPreview& now, const EditedSchedule& edited,
                                     const CancelToken& cancel) {
  return within_limits(cancel, [&](kernel::KernelPreview& then) {
    then.diagnostics = schedule::find_waste(edited.analysis.normalized, edited.analysis.bounds);
    lower(then, now, edited.schedule, edited.analysis, cancel);
  });
}

kernel::KernelPreview preview_edited(const kernel::KernelPreview& now, const script::StepEdit& edit,
                                     const CancelToken& cancel) {
  return within_limits(cancel, [&](kernel::KernelPreview& then) {
    Result<schedule::Schedule> changed = edited(now.program, edit);
    then.diagnostics = std::move(changed.diagnostics);
    if (!changed.value) return;
    std::optional<schedule::ScheduleAnalysis> analysis;
    append(then.diagnostics, schedule::verify(*changed, {}, {now.target.get(), &analysis}));
    if (analysis) lower(then, now, std::move(*changed), std::move(*analysis), cancel);
  });
}

}  // namespace nw::edit
