// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/edited_preview.h"

#include "base/budget.h"
#include "lower/analysed.h"
#include "workspace/candidates.h"

namespace nw::workspace {

KernelPreview preview_edited(const KernelPreview& now, const StepEdit& edit, const CancelToken& cancel) {
  KernelPreview then;
  Limits limits;
  limits.cancel = cancel;
  const auto stopped = within_budget(limits, [&] {
    Result<schedule::Schedule> changed = edited(now.program, edit);
    then.diagnostics = std::move(changed.diagnostics);
    if (!changed.value) return;
    then.program = now.program;
    then.program.schedule = std::move(*changed.value);
    std::optional<schedule::ScheduleAnalysis> analysed;
    append(then.diagnostics, schedule::verify(*then.program.schedule, {}, &analysed));
    if (!analysed) return;
    lower::LowerOptions options;
    options.cancel = cancel;
    Result<lower::LoopNest> nest =
        lower::lower_loops(std::move(*analysed), arguments(then.program), then.program.kernel_name, options);
    append(then.diagnostics, std::move(nest.diagnostics));
    if (!nest.value) return;
    then.nest = std::move(*nest.value);
    then.printed = tir::print(then.nest->body, names_in_script(then.nest->schedule));
  });
  if (stopped) then.diagnostics.push_back(*stopped);
  return then;
}

}  // namespace nw::workspace
