// SPDX-License-Identifier: GPL-3.0-or-later
// prefetch: while a loop runs, what a later iteration will read is brought near.
//
//   for x: f(A[x])    →    for x: prefetch(A[x + offset]); f(A[x])
//
// Legal for any loop, of a tensor that the stage reads.
#include "schedule/diagnostics.h"
#include "schedule/names.h"
#include "schedule/primitives/marks.h"

namespace nw::schedule {

Diagnostics prefetch(Schedule& s, StageId stage, const te::Tensor& tensor, AxisId axis, Expr offset,
                     const StepSource& at) {
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    return prefetch(copy, copy.owner(other), tensor, other, offset, quiet);
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Outer)) return {*d};
  const StageId source = s.find(tensor->op);
  std::vector<std::string> read;
  bool reads = false;
  for (const te::Tensor& input : s.stage(stage).op->inputs()) {
    read.push_back(input->op->name);
    reads = reads || s.find(input->op) == source;
  }
  if (!source || !reads) {
    Refusal r("NW2122", s, stage, at,
              s.stage(stage).name() + " does not read " + tensor->name + ", so there is nothing to prefetch");
    r.point("tensor").legal(read);
    for (const te::Tensor& input : s.stage(stage).op->inputs())
      if (const StageId id = s.find(input->op); id && input->value_index == 0)
        r.replace_argument("prefetch " + input->op->name, "tensor", s.stage(id).script_name);
    return {r.or_delete("delete the step")};
  }
  const te::Tensor current = te::output(s.stage(source).op, tensor->value_index);
  mark(s, stage, axis, at, Primitive::Prefetch).prefetch.emplace_back(current, std::move(offset));
  return {};
}

}  // namespace nw::schedule
