// SPDX-License-Identifier: GPL-3.0-or-later
// Normalization (inlining, rebasing, legal attach points) and bound inference with TVM's semantics.
#pragma once

#include <map>

#include "arith/analyzer.h"
#include "base/sentence.h"
#include "schedule/schedule.h"

namespace nw::schedule {

// Why an axis has its bounds: a sentence a fact, outermost cause first ("relu reads conv[y.outer*4 + y, …]",
// "y is relaxed: its loop is inside the attach point f.outer", "clipped to the tensor's shape"); of an axis that a step
// made, the sum ("extent = ceil(56 / 4): y is split by 4 in line 7").
using Because = std::vector<Sentence>;

struct Bounds {
  std::map<AxisId, tir::Range> ranges;                    // every root and leaf axis of every stage that is computed
  std::map<AxisId, Because> because;                      // of these; filled only when asked for
  std::map<tir::Var, tir::Range, tir::VarOrder> threads;  // of thread axes, by their variable
  Diagnostics diagnostics;                                // e.g. misaligned fuse: redundant computation
};

// The loop that an axis has become: split or fused since, the innermost of its parts. The axis itself while it is a
// loop, and where nothing follows (it was the outer of two fused).
AxisId loop_now(const Stage& stage, AxisId axis);

// Inlines what is marked inline, rebases loops that do not start at 0, moves attach points onto leaves. There is always
// a value; an expression that inlining would make too large is an error (NW2702), and its stage keeps its loops.
Result<Schedule> normalize(const Schedule& s);
// Of a normalized schedule.
Result<Bounds> infer_bounds(const Schedule& normalized, bool with_because = false);

}  // namespace nw::schedule
