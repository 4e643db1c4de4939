// SPDX-License-Identifier: GPL-3.0-or-later
// tensorize: a loop and all inside it become one intrinsic, which computes the same.
//
//   for xi in 0..16: C[xi] += A[xi]·B[xi]    →    intrin(C, A, B)
//
// Legal for any loop that no thread runs. That the loops inside compute what the intrinsic was declared to compute is
// checked, as is that no other tensorized or bound loop is inside, when the schedule is complete
// (verify/tensorize_rules.cpp).
#include "schedule/diagnostics.h"
#include "schedule/intrin.h"
#include "schedule/primitives/marks.h"

namespace nw::schedule {

Diagnostics tensorize(Schedule& s, StageId stage, AxisId axis, std::shared_ptr<const TensorIntrin> intrin,
                      const StepSource& at) {
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    return tensorize(copy, copy.owner(other), other, intrin, quiet);
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Inner)) return {*d};
  const AxisAttr* attr = s.stage(stage).attr(axis);
  if (attr && attr->bind_thread)
    return {*must_keep_marks(s, stage, axis, at, Primitive::Tensorize, "tensorize a loop inside the threads' loops")};
  Diagnostics warnings = become(s, stage, axis, at, tir::IterType::Tensorized);
  s.edit(stage).attrs[axis].intrin = std::move(intrin);
  return warnings;
}

}  // namespace nw::schedule
