// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/legal.h"

#include <algorithm>
#include <functional>

#include "schedule/rewrite.h"
#include "schedule/verify.h"

namespace nw::schedule {

namespace {

Diagnostics errors_of(const Schedule& s) {
  Diagnostics all = verify_structure(s);
  if (!has_errors(all)) {
    const Result<Schedule> n = normalize(s);
    const Result<Bounds> bounds = infer_bounds(*n);
    append(all, bounds.value ? verify_bounds(*n, *bounds) : bounds.diagnostics);
  }
  std::erase_if(all, [](const Diagnostic& d) { return d.severity != Severity::Error; });
  return all;
}

class Tester {
 public:
  explicit Tester(const Schedule& s) : Tester(s, s) {}
  // Errors that `without` has as well are not the step's.
  Tester(const Schedule& s, const Schedule& without) : s_(s), before_(errors_of(without)) { quiet_.explain = false; }

  // The first error of the step or, if it is accepted, of the schedule with it that was not there before.
  Choice test(StageId stage, AxisId axis, const std::function<Diagnostics(Schedule&, const StepSource&)>& step) const {
    Schedule copy = s_;
    Choice c{stage, axis, true, {}};
    Diagnostics found = step(copy, quiet_);
    if (!has_errors(found)) found = errors_of(copy);
    for (const Diagnostic& d : found) {
      const bool known = std::any_of(before_.begin(), before_.end(),
                                     [&](const Diagnostic& o) { return o.code == d.code && o.message == d.message; });
      if (d.severity != Severity::Error || known) continue;
      c.legal = false;
      c.why_not = d.message;
      break;
    }
    return c;
  }

 private:
  const Schedule& s_;
  Diagnostics before_;
  StepSource quiet_;
};

Diagnostics try_loop_step(Schedule& s, StageId id, AxisId axis, LoopStep step, const StepSource& at) {
  switch (step) {
    case LoopStep::Split:
      return split_factor(s, id, axis, tir::int_imm(2), at).diagnostics;
    case LoopStep::Reorder:
      return reorder(s, id, {axis}, at);
    case LoopStep::Vectorize:
      return vectorize(s, id, axis, at);
    case LoopStep::Unroll:
      return unroll(s, id, axis, at);
    case LoopStep::Parallel:
      return parallel(s, id, axis, at);
    case LoopStep::Pragma:
      return pragma(s, id, axis, "auto_unroll_max_step", tir::int_imm(16), at);
    case LoopStep::Rfactor:
      return rfactor(s, te::output(s.stage(id).op), axis, 0, at).diagnostics;
    case LoopStep::StorageAlign:
      return storage_align(s, id, axis, 1, 0, at);
    case LoopStep::Fuse:
      break;
  }
  const std::vector<AxisId> leaf = s.stage(id).leaf;
  const auto place = std::find(leaf.begin(), leaf.end(), axis);
  if (place == leaf.end() || place + 1 == leaf.end()) {
    Diagnostic d;
    d.code = "NW2106";
    d.message = "there is no loop inside it to fuse it with";
    return {d};
  }
  return fuse(s, id, {axis, *(place + 1)}, at).diagnostics;
}

Diagnostics try_stage_step(Schedule& s, StageId id, StageStep step, const StepSource& at) {
  const te::Operation op = s.stage(id).op;
  std::vector<te::Tensor> outputs;
  for (int i = 0; i < op->num_outputs(); ++i) outputs.push_back(te::output(op, i));
  std::vector<te::Operation> readers;
  for (StageId r : readers_of(s, id)) readers.push_back(s.stage(r).op);
  switch (step) {
    case StageStep::ComputeInline:
      return compute_inline(s, id, at);
    case StageStep::ComputeRoot:
      return compute_root(s, id, at);
    case StageStep::CacheRead:
      return cache_read(s, outputs[0], "local", readers, at).diagnostics;
    case StageStep::CacheWrite:
      return cache_write(s, outputs, "local", at).diagnostics;
    case StageStep::DoubleBuffer:
      return double_buffer(s, id, at);
    case StageStep::RollingBuffer:
      return rolling_buffer(s, id, at);
  }
  return {};
}

}  // namespace

std::vector<Choice> choices(const Schedule& s, StageId stage, LoopStep step) {
  const Tester tester(s);
  const Stage& own = s.stage(stage);
  std::vector<AxisId> axes = own.leaf;
  if (step == LoopStep::StorageAlign)
    for (AxisId root : own.root)
      if (!own.is_leaf(root)) axes.push_back(root);
  std::vector<Choice> out;
  for (AxisId axis : axes)
    out.push_back(tester.test(
        stage, axis, [&](Schedule& copy, const StepSource& at) { return try_loop_step(copy, stage, axis, step, at); }));
  return out;
}

std::vector<Choice> places(const Schedule& s, StageId stage) {
  Schedule at_root = s;
  at_root.edit(stage).attach = {};
  const Tester tester(s, at_root);
  std::vector<Choice> out;
  for (StageId other : s.order()) {
    if (other == stage) continue;
    for (AxisId axis : s.stage(other).leaf) {
      Choice c = tester.test(
          other, axis, [&](Schedule& copy, const StepSource& at) { return compute_at(copy, stage, other, axis, at); });
      out.push_back(std::move(c));
    }
  }
  return out;
}

Choice choice(const Schedule& s, StageId stage, StageStep step) {
  return Tester(s).test(stage, {},
                        [&](Schedule& copy, const StepSource& at) { return try_stage_step(copy, stage, step, at); });
}

}  // namespace nw::schedule
