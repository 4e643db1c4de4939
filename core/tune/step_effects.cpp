// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/step_effects.h"

#include <algorithm>

#include "base/budget.h"
#include "cost/estimate.h"
#include "lower/analysed.h"
#include "op/default_schedule.h"
#include "schedule/verify.h"
#include "script/script.h"
#include "script/text.h"
#include "tune/step_list.h"

namespace nw::tune {

using schedule::RecordedStep;
using schedule::Step;

namespace {

constexpr double kMicroseconds = 1e6, kLongestEstimate = 5;  // of one estimate
constexpr double kSecondsEach = 0.1;                         // for which a schedule is timed

// The estimate of a schedule; nothing where it breaks a rule.
std::optional<EstimateTerms> build_terms(const TunedKernel& kernel, const schedule::Schedule& scheduled,
                                         const TargetFacts& machine) {
  std::optional<schedule::ScheduleAnalysis> analysed;
  if (has_errors(schedule::find_errors(scheduled, nullptr, &analysed)) || !analysed) return std::nullopt;
  const Result<lower::LoopNest> nest =
      lower::lower_loops(std::move(*analysed), kernel.args, kernel.program.kernel_name);
  if (!nest.ok()) return std::nullopt;
  const cost::Estimate estimate = cost::estimate(*nest, machine);
  return EstimateTerms{.us = estimate.seconds * kMicroseconds,
                       .compute_us = estimate.compute.seconds * kMicroseconds,
                       .traffic_us = estimate.traffic.seconds * kMicroseconds,
                       .lanes = estimate.compute.hottest.lanes,
                       .from_l2 = estimate.traffic.from_l2,
                       .from_l3 = estimate.traffic.from_l3,
                       .from_ram = estimate.traffic.from_ram};
}

std::optional<EstimateTerms> terms_of(const TunedKernel& kernel, const schedule::Schedule& scheduled,
                                      const TargetFacts& machine) {
  std::optional<EstimateTerms> terms;
  Limits limits;
  limits.seconds = kLongestEstimate;
  if (within_budget(limits, [&] { terms = build_terms(kernel, scheduled, machine); })) return std::nullopt;
  return terms;
}

// The steps as they ran, up to the first that is refused.
std::vector<RecordedStep> record(const std::vector<Step>& steps, schedule::Schedule& after) {
  std::vector<RecordedStep> recorded;
  for (const Step& step : steps) {
    RecordedStep each;
    each.step = step;
    each.before = schedule::ScheduleSize::of(after);
    const Result<schedule::Made> made = schedule::apply(after, step);
    if (!made.value) break;
    each.axes = made->axes;
    each.after = schedule::ScheduleSize::of(after);
    recorded.push_back(std::move(each));
  }
  return recorded;
}

// What is left without one step: those that cannot run without it are left out as well.
StepEffect without_step(const TunedKernel& kernel, const std::vector<RecordedStep>& recorded, size_t left_out,
                        const schedule::Schedule& whole, const TargetFacts& machine) {
  StepEffect effect;
  schedule::Replayer replay(whole, kernel.unscheduled);
  for (size_t i = 0; i < recorded.size(); ++i) {
    if (i == left_out) continue;
    const std::optional<Step> translated = replay.translated(recorded[i].step);
    if (!translated || !replay.apply(recorded[i]).value)
      effect.with.push_back(i);
    else
      effect.others.push_back(*translated);
  }
  if (const auto terms = terms_of(kernel, replay.schedule(), machine)) effect.without_us = terms->us;
  return effect;
}

// The line of the script that each step is.
std::vector<std::string> lines_of_steps(const TunedKernel& kernel, const std::vector<Step>& steps) {
  const std::string text = script_of(kernel, steps);
  script::ReadOptions options;
  options.explain = false;
  const std::vector<std::string> lines = script::lines_of(text);
  std::vector<std::string> found;
  for (const script::Statement& statement : script::read(text, options).statements)
    if (statement.applied && statement.step) found.push_back(lines[static_cast<size_t>(statement.span.line) - 1]);
  return found;
}

}  // namespace

std::vector<Step> default_steps(const TunedKernel& kernel, const TargetFacts& machine, int threads) {
  TargetFacts facts = machine;
  facts.compute.units = threads;
  std::vector<te::Tensor> outputs;
  for (const te::Operation& op : kernel.program.scheduled)
    for (int i = 0; i < op->num_outputs(); ++i) outputs.push_back(te::output(op, i));
  return op::default_schedule(outputs, facts);
}

ScheduleEffects step_effects(const TunedKernel& kernel, const std::vector<Step>& steps, const TargetFacts& machine,
                             int threads, const CancelToken& cancel) {
  TargetFacts facts = machine;
  facts.compute.units = threads;
  ScheduleEffects effects;
  if (const auto terms = terms_of(kernel, kernel.unscheduled, facts)) effects.plain = *terms;
  schedule::Schedule whole = kernel.unscheduled;
  const std::vector<RecordedStep> recorded = record(steps, whole);
  if (const auto terms = terms_of(kernel, whole, facts)) effects.whole = *terms;
  const std::vector<std::string> lines = lines_of_steps(kernel, steps);
  schedule::Schedule until = kernel.unscheduled;
  for (size_t i = 0; i < recorded.size() && !cancel.cancelled(); ++i) {
    StepEffect effect = without_step(kernel, recorded, i, whole, facts);
    if (i < lines.size()) effect.line = lines[i];
    schedule::apply(until, recorded[i].step);
    if (const auto terms = terms_of(kernel, until, facts)) effect.until_us = terms->us;
    effects.steps.push_back(std::move(effect));
  }
  return effects;
}

void measure_effects(const TunedKernel& kernel, const std::vector<Step>& steps, ScheduleEffects& effects,
                     const MeasureOptions& options) {
  Measurer measurer(kernel, options);
  const auto faster = [](std::optional<measure::Timing>& known, const std::optional<measure::Timing>& next) {
    if (next && (!known || next->median < known->median)) known = next;
  };
  if (effects.steps.empty()) effects.measured = measurer.measure(steps, {}, 0, kSecondsEach).time;
  for (StepEffect& effect : effects.steps) {
    if (options.worker.cancel.cancelled()) return;
    faster(effects.measured, measurer.measure(steps, {}, 0, kSecondsEach).time);
    if (effect.without_us > 0) effect.measured = measurer.measure(effect.others, {}, 0, kSecondsEach).time;
  }
}

}  // namespace nw::tune
