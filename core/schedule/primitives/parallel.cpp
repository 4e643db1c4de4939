// SPDX-License-Identifier: GPL-3.0-or-later
// parallel: the iterations of a loop run on several threads of the processor.
//
//   for y in 0..n: body(y)    →    parallel for y in 0..n: body(y)
//
// Legal for a loop over data: its iterations then write different elements. Iterations of a reduction update the same
// element; in parallel they would race.
#include "schedule/diagnostics.h"
#include "schedule/names.h"
#include "schedule/primitives/marks.h"

namespace nw::schedule {

namespace {

Diagnostic race(const Schedule& s, StageId stage, AxisId axis, const StepSource& at, const Trial& again) {
  const Stage& own = s.stage(stage);
  Refusal r("NW2110", s, stage, at,
            "parallel over " + shown(s, axis) + " is a race: its iterations update the same elements of " + own.name());
  r.axis(axis)
      .because(reduces(s, own, axis))
      .because("every iteration reads and writes the same sums, on several threads at once");
  if (!r.explains()) return r;
  const std::vector<AxisId> legal = accepted(s, stage, again);
  r.legal(shown(s, legal));
  const std::string of = script_text(own, at.schedule_name);
  r.replace("factor the reduction over " + shown(s, axis) + " and run the partial results in parallel",
            rfactor_lines(s, stage, axis, at, Primitive::Parallel));
  if (!legal.empty() && !of.empty()) {
    const std::string text = script_text(s, legal.front(), at.schedule_name);
    if (!text.empty())
      r.replace("run the data axis " + shown(s, legal.front()) + " in parallel instead",
                of + ".parallel(" + text + ")");
  }
  return r.or_delete("delete the step: the loop stays serial");
}

}  // namespace

Diagnostics parallel(Schedule& s, StageId stage, AxisId axis, const StepSource& at) {
  const Trial again = [](Schedule& copy, AxisId other, const StepSource& quiet) {
    return parallel(copy, copy.owner(other), other, quiet);
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Outer)) return {*d};
  switch (s.stage(stage).find_axis(axis)->iter->type) {
    case tir::IterType::CommReduce:
      return {race(s, stage, axis, at, again)};
    case tir::IterType::Ordered:
      return {wrong_kind(s, stage, axis, at, "run in parallel", "each of its steps needs the one before", again)};
    case tir::IterType::ThreadIndex:
      return {wrong_kind(s, stage, axis, at, "run in parallel", "it is run by the threads of an accelerator", again)};
    default:
      break;
  }
  const AxisAttr* attr = s.stage(stage).attr(axis);
  if (attr && attr->bind_thread)
    return {*must_keep_marks(s, stage, axis, at, Primitive::Parallel, "leave it to the threads it is bound to",
                             "run in parallel")};
  return become(s, stage, axis, at, tir::IterType::Parallelized);
}

}  // namespace nw::schedule
