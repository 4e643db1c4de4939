// SPDX-License-Identifier: GPL-3.0-or-later
// pragma: an annotation of a loop that code generators may read.
//
//   for x: body    →    for x [key = value]: body
//
// Legal for any loop. "vectorize" and "unroll" are other names of those primitives.
#include "schedule/diagnostics.h"
#include "schedule/primitives/marks.h"

namespace nw::schedule {

Diagnostics pragma(Schedule& s, StageId stage, AxisId axis, const std::string& key, Expr value, const StepSource& at) {
  if (key == "unroll") return unroll(s, stage, axis, at);
  if (key == "vectorize") return vectorize(s, stage, axis, at);
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    return pragma(copy, copy.owner(other), other, key, value, quiet);
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Outer)) return {*d};
  mark(s, stage, axis, at, "pragma").pragmas.emplace_back(key, std::move(value));
  return {};
}

}  // namespace nw::schedule
