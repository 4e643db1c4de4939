// SPDX-License-Identifier: GPL-3.0-or-later
// prefetch: while a loop runs, what a later iteration will read is brought near.
//
//   for x: f(A[x])    →    for x: prefetch(A[x + offset]); f(A[x])
//
// Legal for any loop, of a tensor that the stage reads, or one that is computed in its loops.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/names.h"
#include "schedule/primitives/marks.h"

namespace nw::schedule {

namespace {

bool runs_inside(const Schedule& s, StageId stage, StageId around) {
  for (const Attach* at = &s.attach_of(stage); at->kind == AttachKind::At; at = &s.attach_of(at->stage))
    if (at->stage == around) return true;
  return false;
}

// Itself, through stages that are inlined, or by one that runs in its loops.
bool reads(const Schedule& s, StageId stage, StageId around, StageId source) {
  return std::ranges::any_of(s.stage(stage).op->inputs(), [&](const te::Tensor& input) {
    const StageId read = s.find(input->op);
    if (!read) return false;
    if (read == source) return true;
    const bool inlined = s.attach_of(read).kind == AttachKind::Inline;
    return (inlined || runs_inside(s, read, around)) && reads(s, read, around, source);
  });
}

}  // namespace

Diagnostics prefetch(Schedule& s, StageId stage, const te::Tensor& tensor, AxisId axis, Expr offset,
                     const StepSource& at) {
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    return prefetch(copy, copy.owner(other), tensor, other, offset, quiet);
  };
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Outer)) return {*d};
  const StageId source = s.find(tensor->op);
  std::vector<std::string> read;
  for (const te::Tensor& input : s.stage(stage).op->inputs()) read.push_back(input->op->name);
  if (!source || !reads(s, stage, stage, source)) {
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
