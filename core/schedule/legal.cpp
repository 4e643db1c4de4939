// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/legal.h"

#include <algorithm>

#include "schedule/names.h"
#include "schedule/rewrite.h"

namespace nw::schedule {

namespace {

std::vector<TensorRef> outputs_of(const Schedule& s, StageId stage) {
  std::vector<TensorRef> outputs;
  for (int i = 0; i < s.stage(stage).op->num_outputs(); ++i) outputs.push_back({stage, i});
  return outputs;
}

}  // namespace

StepTester::StepTester(const Schedule& s, const TargetFacts* target)
    : s_(s), target_(target), before_(find_errors(s, target)) {}

StepTester::StepTester(const Schedule& s, const Schedule& without) : s_(s), before_(find_errors(without)) {}

StepTester::StepTester(const Schedule& s, Diagnostics errors, const TargetFacts* target)
    : s_(s), target_(target), before_(std::move(errors)) {}

std::optional<std::string> StepTester::why_not(const Step& step) const {
  StepSource quiet;
  quiet.explain = false;
  Schedule copy = s_;
  const Result<Made> made = apply(copy, step, quiet);
  if (made.value) return why_not_changed(copy);
  for (const Diagnostic& d : made.diagnostics)
    if (d.severity == Severity::Error) return d.message;
  return "the step is refused";
}

std::optional<std::string> StepTester::why_not_changed(const Schedule& changed,
                                                       std::optional<ScheduleAnalysis>* analysis) const {
  const Diagnostics errors = new_errors(changed, analysis);
  return errors.empty() ? std::nullopt : std::optional(errors.front().message);
}

Diagnostics StepTester::new_errors(const Schedule& changed, std::optional<ScheduleAnalysis>* analysis) const {
  Diagnostics errors = find_errors(changed, target_, analysis);
  std::erase_if(errors, [&](const Diagnostic& d) {
    return std::ranges::any_of(before_,
                               [&](const Diagnostic& o) { return o.code == d.code && o.message == d.message; });
  });
  return errors;
}

std::optional<Step> typical_step(const Schedule& s, StageId stage, AxisId axis, Primitive primitive) {
  Step step{primitive, stage, -1, {axis}};
  switch (primitive) {
    case Primitive::Split:
      step.arguments.emplace_back(Expr(tir::int_imm(2)));
      return step;
    case Primitive::Reorder:
      step.arguments = {std::vector{axis}};
      return step;
    case Primitive::Vectorize:
    case Primitive::Unroll:
    case Primitive::Parallel:
      return step;
    case Primitive::Pragma:
      step.arguments.insert(step.arguments.end(), {std::string("auto_unroll_max_step"), Expr(tir::int_imm(16))});
      return step;
    case Primitive::Rfactor:
      step.arguments = {TensorRef{stage, 0}, axis};
      return step;
    case Primitive::StorageAlign:
      step.arguments.insert(step.arguments.end(), {int64_t{1}, int64_t{0}});
      return step;
    case Primitive::Fuse: {
      const std::vector<AxisId>& leaf = s.stage(stage).leaf;
      const auto place = std::ranges::find(leaf, axis);
      if (place == leaf.end() || place + 1 == leaf.end()) return std::nullopt;
      step.arguments = {std::vector{axis, *(place + 1)}};
      return step;
    }
    default:
      return std::nullopt;
  }
}

std::optional<Step> typical_step(const Schedule& s, StageId stage, Primitive primitive) {
  switch (primitive) {
    case Primitive::ComputeInline:
    case Primitive::ComputeRoot:
    case Primitive::DoubleBuffer:
    case Primitive::RollingBuffer:
      return Step{primitive, stage};
    case Primitive::CacheRead:
      return Step{primitive, stage, -1, {TensorRef{stage, 0}, std::string("local"), readers_of(s, stage)}};
    case Primitive::CacheWrite:
      return Step{primitive, stage, -1, {outputs_of(s, stage), std::string("local")}};
    default:
      return std::nullopt;
  }
}

namespace {

Choice tested(const StepTester& tester, StageId stage, AxisId axis, const Step& step) {
  const std::optional<std::string> why_not = tester.why_not(step);
  return {stage, axis, !why_not, why_not.value_or("")};
}

}  // namespace

std::vector<Choice> choices(const Schedule& s, StageId stage, Primitive primitive) {
  const StepTester tester(s);
  const Stage& own = s.stage(stage);
  std::vector<AxisId> axes = own.leaf;
  if (primitive == Primitive::StorageAlign)
    for (AxisId root : own.root)
      if (!own.is_leaf(root)) axes.push_back(root);
  std::vector<Choice> out;
  for (AxisId axis : axes) {
    if (const auto step = typical_step(s, stage, axis, primitive))
      out.push_back(tested(tester, stage, axis, *step));
    else if (primitive == Primitive::Fuse)
      out.push_back({stage, axis, false, "there is no loop inside it to fuse it with"});
  }
  return out;
}

StepTester tester_of_places(const Schedule& s, StageId stage) {
  Schedule at_root = s;
  at_root.edit(stage).attach = {};
  return {s, at_root};
}

std::vector<Choice> places(const Schedule& s, StageId stage) {
  const StepTester tester = tester_of_places(s, stage);
  std::vector<Choice> out;
  for (StageId other : s.order()) {
    if (other == stage) continue;
    for (AxisId axis : s.stage(other).leaf)
      out.push_back(tested(tester, other, axis, {Primitive::ComputeAt, stage, -1, {other, axis}}));
  }
  return out;
}

std::vector<AttachPoint> legal_places(const Schedule& s, StageId stage) {
  std::vector<Choice> all = places(s, stage);
  std::ranges::reverse(all);  // innermost first
  std::ranges::stable_sort(all, {}, [&](const Choice& place) { return s.position(place.stage); });
  std::vector<AttachPoint> legal;
  for (const Choice& place : all)
    if (place.legal) legal.push_back({place.stage, place.axis});
  return legal;
}

std::string attach_text(const Schedule& s, const AttachPoint& point, const std::string& schedule_name) {
  const std::string stage = script_text(s.stage(point.stage), schedule_name),
                    axis = script_text(s, point.axis, schedule_name);
  return stage.empty() || axis.empty() ? std::string() : stage + ", " + axis;
}

Choice choice(const Schedule& s, StageId stage, Primitive primitive) {
  const auto step = typical_step(s, stage, primitive);
  if (!step) return {stage, {}, false, "this is no step of a whole stage"};
  return tested(StepTester(s), stage, {}, *step);
}

}  // namespace nw::schedule
