// SPDX-License-Identifier: GPL-3.0-or-later
// bind: the iterations of a loop are run by the threads of an accelerator.
//
//   for x in 0..32: body(x)    →    thread threadIdx.x of 32: body(threadIdx.x)
//
// Legal for loops over data or a reduction, with a thread axis of a known name. That every loop of one thread has the
// same extent is analysed when bounds are known.
#include "schedule/diagnostics.h"
#include "schedule/names.h"
#include "schedule/primitives/marks.h"
#include "schedule/threads.h"

namespace nw::schedule {

namespace {

std::optional<Diagnostic> must_be_thread(const Schedule& s, StageId stage, const IterVar& thread,
                                         const StepSource& at) {
  if (thread && thread->type == tir::IterType::ThreadIndex && thread_scope(thread->thread_tag)) return std::nullopt;
  const bool is_axis = !thread || thread->type != tir::IterType::ThreadIndex;
  const std::string name = thread ? (is_axis ? thread->var->name : thread->thread_tag) : "None";
  Refusal r("NW2115", s, stage, at,
            is_axis ? "bind needs a thread axis, and " + name + " is none" : "there is no thread axis '" + name + "'");
  r.point("thread_ivar").because("a thread axis is made by te.thread_axis(\"threadIdx.x\")").legal(thread_tags());
  const std::string better = is_axis ? "threadIdx.x" : nearest(name, thread_tags());
  r.replace_argument("use " + better, "thread_ivar", "te.thread_axis(\"" + better + "\")");
  return r.or_delete("delete the step");
}

}  // namespace

Diagnostics bind(Schedule& s, StageId stage, AxisId axis, IterVar thread, const StepSource& at) {
  const Trial again = [&](Schedule& copy, AxisId other, const StepSource& quiet) {
    return bind(copy, copy.owner(other), other, thread, quiet);
  };
  if (auto d = must_be_thread(s, stage, thread, at)) return {*d};
  if (auto d = must_be_loop(s, stage, axis, at, again, Prefer::Inner)) return {*d};
  const tir::IterType type = s.stage(stage).find_axis(axis)->iter->type;
  if (type != tir::IterType::DataPar && type != tir::IterType::CommReduce)
    return {wrong_kind(s, stage, axis, at, name_of(Primitive::Bind),
                       "only loops over data or a reduction can be given to threads", again)};
  const AxisAttr* attr = s.stage(stage).attr(axis);
  const bool rebound = attr && attr->bind_thread && attr->bind_thread != thread;
  if (attr && !attr->bind_thread && attr->iter_type != tir::IterType::DataPar)
    return {*must_keep_marks(s, stage, axis, at, Primitive::Bind, "split it and bind one of the parts")};
  Diagnostics warnings;
  if (rebound) {
    const int line = line_of_step(s.stage(stage), *attr, Primitive::Bind);
    Refusal r("NW2501", s, stage, at,
              shown(s, axis) + " was bound to " + attr->bind_thread->thread_tag + in_line(line) + "; now it is " +
                  thread->thread_tag);
    r.axis(axis).severity(Severity::Warning).because("the last bind of a loop holds");
    warnings.push_back(r.instead_of(line));
  }
  mark(s, stage, axis, at, Primitive::Bind).bind_thread = std::move(thread);
  return warnings;
}

}  // namespace nw::schedule
