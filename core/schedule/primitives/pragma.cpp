// SPDX-License-Identifier: GPL-3.0-or-later
// pragma: an annotation of a loop that code generators may read.
//
//   for x: body    →    for x [key = value]: body
//
// Legal for any loop. "vectorize" and "unroll" are other names of those primitives.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/names.h"
#include "schedule/primitives/marks.h"

namespace nw::schedule {

namespace {

// Any word may be a pragma to some code generator; one that is almost the name of a known one is not what was meant.
Diagnostics mistyped(const Schedule& s, StageId stage, AxisId axis, const std::string& key, const StepSource& at) {
  static const std::vector<std::string> known = {name_of(Primitive::Unroll),
                                                 name_of(Primitive::Vectorize),
                                                 "auto_unroll_max_step",
                                                 "unroll_explicit",
                                                 "parallel_launch_point",
                                                 "parallel_stride_pattern",
                                                 "parallel_barrier_when_finish",
                                                 "debug_skip_region",
                                                 "import_llvm",
                                                 "import_c",
                                                 "dma_copy"};
  if (std::ranges::find(known, key) != known.end()) return {};
  const std::string better = nearest(key, known);
  if (edit_distance(key, better) > 2) return {};
  Refusal r("NW2508", s, stage, at, "no pragma is called '" + key + "'; did you mean '" + better + "'?");
  r.axis(axis).severity(Severity::Warning).because("a pragma that no code generator knows has no effect").legal(known);
  return {r.replace_argument("use \"" + better + "\"", "pragma_type", "\"" + better + "\"")};
}

}  // namespace

Diagnostics pragma(Schedule& s, StageId stage, AxisId axis, const std::string& key, Expr value, const StepSource& at) {
  if (key == name_of(Primitive::Unroll)) return unroll(s, stage, axis, at);
  if (key == name_of(Primitive::Vectorize)) return vectorize(s, stage, axis, at);
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    return pragma(copy, copy.owner(other), other, key, value, quiet);
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Outer)) return {*d};
  Diagnostics warnings = mistyped(s, stage, axis, key, at);
  mark(s, stage, axis, at, Primitive::Pragma).pragmas.emplace_back(key, std::move(value));
  return warnings;
}

}  // namespace nw::schedule
