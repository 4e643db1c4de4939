// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters for the catalogue: each takes a step whose arguments have the kinds of its catalogue entry (apply() checks
// them), and calls the primitive's own function. Errors are the primitive's diagnostics, at `at`.
#pragma once

#include <utility>
#include <variant>
#include "schedule/primitive.h"

#include "schedule/schedule.h"
#include "schedule/step.h"

namespace nw::schedule {

Result<Made> apply_split(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_tile(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_fuse(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_reorder(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_compute_at(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_bind(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_env_threads(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_pragma(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_tensorize(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_storage_align(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_prefetch(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_set_scope(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_set_store_predicate(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_transform_layout(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_cache_read(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_cache_write(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_rfactor(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_create_group(Schedule& s, const Step& step, const StepSource& at);
Result<Made> apply_group_compute_at(Schedule& s, const Step& step, const StepSource& at);

// Of primitives without arguments but a stage, or a stage and a loop.
Result<Made> made(Diagnostics diagnostics);
template <Diagnostics (*Primitive)(Schedule&, StageId, const StepSource&)>
Result<Made> apply_to_stage(Schedule& s, const Step& step, const StepSource& at) {
  return made(Primitive(s, step.stage, at));
}

template <Diagnostics (*Primitive)(Schedule&, StageId, AxisId, const StepSource&)>
Result<Made> apply_to_axis(Schedule& s, const Step& step, const StepSource& at) {
  return made(Primitive(s, step.stage, std::get<AxisId>(step.arguments[0]), at));
}

}  // namespace nw::schedule
