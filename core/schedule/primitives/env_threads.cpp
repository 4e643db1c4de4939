// SPDX-License-Identifier: GPL-3.0-or-later
// env_threads: threads that each run a whole scan, so that its updates can be done by them.
//
//   for t: for i: S[t, i] = f(S[t - 1, i])    →    thread threadIdx.x of 8:
//                                                    for t: for i: S[t, i] = f(S[t - 1, i])
//
// Legal for a scan, once, with threads of known names and ranges: no loop determines how many there are. Stages inside
// the scan bind loops to the same te.thread_axis. As in TVM, the threads are loops of the scan, outermost, at which
// stages can be computed.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/names.h"
#include "schedule/threads.h"

namespace nw::schedule {

namespace {

std::optional<Diagnostic> must_be_scan(const Schedule& s, StageId stage, const StepSource& at) {
  if (s.stage(stage).op->kind == te::OpKind::Scan) return std::nullopt;
  std::vector<std::string> scans;
  for (const StageId id : s.order())
    if (s.stage(id).op->kind == te::OpKind::Scan) scans.push_back(s.stage(id).name());
  return Refusal("NW2136", s, stage, at, "env_threads needs a scan, and " + s.stage(stage).name() + " is none")
      .because("the loops of a computation are bound to threads one by one, by bind")
      .legal(scans)
      .or_delete("delete the step");
}

std::optional<Diagnostic> must_be_first(const Schedule& s, StageId stage, const StepSource& at) {
  const Stage& own = s.stage(stage);
  const auto earlier =
      std::ranges::find(own.history, Primitive::EnvThreads, [](const auto& step) { return step.second; });
  if (earlier == own.history.end()) return std::nullopt;
  return Refusal("NW2137", s, stage, at,
                 "the threads around " + own.name() + " are set already" + in_line(earlier->first))
      .because("a scan has its threads from one env_threads, which takes a list of them")
      .or_delete("delete the step");
}

std::optional<Diagnostic> must_have_range(const Schedule& s, StageId stage, const IterVar& thread,
                                          const StepSource& at) {
  const bool is_axis = thread->type != IterType::ThreadIndex;
  if (is_axis || !thread_scope(thread->thread_tag))
    return Refusal("NW2115", s, stage, at,
                   is_axis ? "env_threads needs thread axes, and " + thread->var->name + " is none"
                           : "there is no thread axis '" + thread->thread_tag + "'")
        .point("threads")
        .because("a thread axis with a range is made by te.thread_axis((0, 32), \"threadIdx.x\")")
        .legal(thread_tags())
        .or_delete("delete the step");
  if (thread->dom.defined()) return std::nullopt;
  return Refusal("NW2138", s, stage, at,
                 "how many threads of " + thread->thread_tag + " run " + s.stage(stage).name() + " is not known")
      .point("threads")
      .because("a thread axis has as many threads as the loop that is bound to it, and around a scan there is none")
      .legal({"te.thread_axis((0, n), \"" + thread->thread_tag + "\")"})
      .or_delete("delete the step");
}

}  // namespace

Diagnostics env_threads(Schedule& s, StageId stage, const std::vector<IterVar>& threads, const StepSource& at) {
  if (auto d = must_be_scan(s, stage, at)) return {*d};
  if (auto d = must_be_first(s, stage, at)) return {*d};
  for (const IterVar& thread : threads)
    if (auto d = must_have_range(s, stage, thread, at)) return {*d};
  Stage& to = s.edit(stage);
  std::vector<AxisId> around;
  for (const IterVar& thread : threads) {
    around.push_back(s.add_axis(to, thread, at.span.line));
    AxisAttr& attr = to.attrs[around.back()];
    attr.bind_thread = thread;
    attr.line = at.span.line;
  }
  to.leaf.insert(to.leaf.begin(), around.begin(), around.end());
  to.history.emplace_back(at.span.line, Primitive::EnvThreads);
  return {};
}

}  // namespace nw::schedule
