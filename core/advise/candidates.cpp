// SPDX-License-Identifier: GPL-3.0-or-later
#include "advise/candidates.h"

#include <algorithm>
#include <chrono>

#include "base/budget.h"
#include "schedule/bounds.h"
#include "schedule/catalogue.h"
#include "schedule/legal.h"
#include "schedule/proposals.h"

namespace nw::advise {

using schedule::Primitive;
using schedule::Schedule;
using schedule::Stage;

namespace {

class CandidateBuilder {
 public:
  CandidateBuilder(const kernel::KernelAnalysis& kernel, const CancelToken& cancel)
      : kernel_(kernel), program_(kernel.program), gestures_(kernel.text, kernel.program), cancel_(cancel) {}

  std::vector<Candidate> of_loop(StageId id, AxisId axis) {
    const Stage& stage = program_.schedule->stage(id);
    if (std::ranges::find(stage.leaf, axis) == stage.leaf.end()) return {};
    stage_ = id, axis_ = axis;
    add_all(schedule::Subject::Loop);
    return checked();
  }

  std::vector<Candidate> of_loops(StageId id, const std::vector<AxisId>& axes) {
    stage_ = id;
    for (schedule::Proposal& proposal : propose_orders(subject(), axes)) add(std::move(proposal));
    return checked();
  }

  std::vector<Candidate> of_stage(StageId id) {
    stage_ = id;
    add_all(schedule::Subject::Stage);
    return checked();
  }

  std::vector<Candidate> untried(StageId id, AxisId axis, Primitive primitive) {
    stage_ = id, axis_ = axis;
    for (schedule::Proposal& proposal : proposals(subject(), primitive)) add(std::move(proposal));
    return std::move(candidates_);
  }

 private:
  schedule::ProposalSubject subject() {
    return {*program_.schedule,
            stage_,
            axis_,
            program_.intrinsic_names,
            [this](AxisId axis) { return extent(axis); },
            [this](AxisId axis) { return gestures_.base_name(axis); }};
  }

  void add_all(schedule::Subject of) {
    for (const schedule::PrimitiveInfo& row : schedule::catalogue())
      if (row.subject == of)
        for (schedule::Proposal& proposal : proposals(subject(), row.primitive)) add(std::move(proposal));
  }

  void add(schedule::Proposal what) {
    Candidate candidate{
        what.step.primitive, std::move(what.argument), stage_, axis_, what.at_stage, what.at_axis, {}, false, {}, {}};
    Result<script::StepEdit> edit = gestures_.of(std::move(what.step));
    if (edit.value)
      candidate.edit = std::move(*edit);
    else if (!edit.diagnostics.empty())
      candidate.why_not = edit.diagnostics.front().message;
    candidates_.push_back(std::move(candidate));
  }

  // 0 where it is no number.
  int64_t extent(AxisId axis) const {
    if (!kernel_.nest) return 0;
    const auto range = kernel_.nest->bounds.ranges.find(axis);
    const int64_t* value =
        range == kernel_.nest->bounds.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
    return value ? *value : 0;
  }

  // What has not been tried when the time is up is not a candidate.
  std::vector<Candidate> checked() {
    const auto started = std::chrono::steady_clock::now();
    std::optional<schedule::StepTester> tester;
    for (Candidate& candidate : candidates_) {
      if (cancel_.cancelled()) return {};
      if (candidate.edit.changes_nothing()) continue;
      Limits limits;
      limits.cancel = cancel_;
      limits.seconds -= std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
      const auto stopped = within_budget(limits, [&] {
        const TargetFacts* target = kernel_.target.get();
        if (!tester && kernel_.nest && !target) tester.emplace(*program_.schedule, Diagnostics());  // there are none
        if (!tester) tester.emplace(*program_.schedule, target);
        check(candidate, *tester);
      });
      if (!stopped) continue;
      candidate.legal = false;
      candidate.why_not = stopped->message;
    }
    return std::move(candidates_);
  }

  void check(Candidate& candidate, const schedule::StepTester& tester) const {
    Result<Schedule> changed = edit::edited(program_, candidate.edit);
    std::optional<schedule::ScheduleAnalysis> analysis;
    const std::optional<std::string> why_not =
        changed.value ? tester.why_not_changed(*changed, &analysis) : std::optional(first_error(changed.diagnostics));
    candidate.legal = !why_not;
    if (candidate.legal && analysis)
      candidate.edited =
          std::make_shared<const edit::EditedSchedule>(edit::EditedSchedule{std::move(*changed), std::move(*analysis)});
    candidate.why_not = why_not.value_or("");
  }

  static std::string first_error(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics)
      if (d.severity == Severity::Error) return d.message;
    return "the step is refused";
  }

  const kernel::KernelAnalysis& kernel_;
  const script::Program& program_;
  edit::Gestures gestures_;
  const CancelToken& cancel_;
  StageId stage_;
  AxisId axis_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Candidate> moves(const kernel::KernelAnalysis& kernel, StageId stage, const std::vector<AxisId>& axes,
                             const CancelToken& cancel) {
  if (!kernel.program.schedule) return {};
  return CandidateBuilder(kernel, cancel).of_loops(stage, axes);
}

std::vector<Candidate> candidates(const kernel::KernelAnalysis& kernel, StageId stage, AxisId axis,
                                  const CancelToken& cancel) {
  if (!kernel.program.schedule) return {};
  CandidateBuilder builder(kernel, cancel);
  return axis.valid() ? builder.of_loop(stage, axis) : builder.of_stage(stage);
}

std::vector<Candidate> untried(const kernel::KernelAnalysis& kernel, StageId stage, AxisId axis, Primitive primitive) {
  if (!kernel.program.schedule) return {};
  return CandidateBuilder(kernel, {}).untried(stage, axis, primitive);
}

}  // namespace nw::advise
