// SPDX-License-Identifier: GPL-3.0-or-later
// vectorize: the iterations of a loop become the lanes of vectors.
//
//   for x in 0..8: C[x] = f(x)    →    C[0:8] = f(ramp(0, 1, 8))
//
// Legal for a loop over data. Its extent must turn out constant, which is analysed when bounds are known. Lanes of a
// reduction would all add into one element at once: that is what rfactor is for.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/names.h"
#include "schedule/primitives/marks.h"

namespace nw::schedule {

namespace {

Diagnostic reduction(const Schedule& s, StageId stage, AxisId axis, const StepSource& at, const Trial& again) {
  const Stage& own = s.stage(stage);
  Refusal r("NW2107", s, stage, at,
            "cannot vectorize " + shown(s, axis) + ", a loop of the reduction in " + own.name());
  r.axis(axis)
      .because(reduces(s, own, axis))
      .because("its iterations all update the same element, so they cannot be the lanes of one store");
  if (!r.explains()) return r;
  const std::vector<AxisId> legal = accepted(s, stage, again);
  r.legal(shown(s, legal));
  const std::string of = script_text(own, at.schedule_name);
  r.replace("factor the reduction over " + shown(s, axis) + " and vectorize the partial results",
            rfactor_lines(s, stage, axis, at, Primitive::Vectorize));
  if (!legal.empty() && !of.empty()) {
    const AxisId inner = legal.back();
    const std::string text = script_text(s, inner, at.schedule_name);
    if (!text.empty())
      r.replace("vectorize the data axis " + shown(s, inner) + " instead", of + ".vectorize(" + text + ")");
  }
  return r.or_delete("delete the step: the loop stays serial");
}

}  // namespace

Diagnostics vectorize(Schedule& s, StageId stage, AxisId axis, const StepSource& at) {
  const Trial again = [](Schedule& copy, AxisId other, const StepSource& quiet) {
    return vectorize(copy, copy.owner(other), other, quiet);
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Inner)) return {*d};
  switch (s.stage(stage).find_axis(axis)->iter->type) {
    case tir::IterType::CommReduce:
      return {reduction(s, stage, axis, at, again)};
    case tir::IterType::ThreadIndex:
    case tir::IterType::Ordered:
      return {wrong_kind(s, stage, axis, at, name_of(Primitive::Vectorize),
                         "its iterations do not run at once on one thread", again)};
    default:
      break;
  }
  const AxisAttr* attr = s.stage(stage).attr(axis);
  if (attr && attr->bind_thread)
    return {*must_keep_marks(s, stage, axis, at, Primitive::Vectorize, "split it and vectorize the inner part")};
  return become(s, stage, axis, at, tir::IterType::Vectorized);
}

}  // namespace nw::schedule
