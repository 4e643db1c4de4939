// SPDX-License-Identifier: GPL-3.0-or-later
// unroll: a loop is written out, iteration by iteration.
//
//   for x in 0..3: f(x)    →    f(0); f(1); f(2)
//
// Legal for any loop that no thread runs. Its extent must turn out constant, which is analysed when bounds are known.
#include "schedule/diagnostics.h"
#include "schedule/primitives/marks.h"

namespace nw::schedule {

Diagnostics unroll(Schedule& s, StageId stage, AxisId axis, const StepSource& at) {
  const Trial again = [](Schedule& copy, AxisId other, const StepSource& quiet) {
    return unroll(copy, copy.owner(other), other, quiet);
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Inner)) return {*d};
  const AxisAttr* attr = s.stage(stage).attr(axis);
  if (attr && attr->bind_thread)
    return {*must_keep_marks(s, stage, axis, at, Primitive::Unroll, "split it and unroll the inner part")};
  return become(s, stage, axis, at, tir::IterType::Unrolled);
}

}  // namespace nw::schedule
