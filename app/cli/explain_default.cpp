// SPDX-License-Identifier: GPL-3.0-or-later
#include "explain_default.h"

#include <fmt/format.h>

#include <algorithm>

#include "command.h"
#include "tune/step_effects.h"

namespace nw::cli {

namespace {

using nlohmann::json;
using tune::ScheduleEffects;
using tune::StepEffect;

json positive_or_null(double value) {
  return value > 0 ? json(value) : json();
}

json timing_or_null(const std::optional<measure::Timing>& time) {
  if (!time) return nullptr;
  return {{"min", time->min}, {"median", time->median}, {"mad", time->mad}, {"runs", time->runs}};
}

json terms_json(const tune::EstimateTerms& terms) {
  return {{"compute_us", terms.compute_us}, {"traffic_us", terms.traffic_us}, {"lanes", terms.lanes},
          {"from_l2", terms.from_l2},       {"from_l3", terms.from_l3},       {"from_ram", terms.from_ram}};
}

bool has_line(const ScheduleEffects& schedule, const std::string& line) {
  return std::ranges::find(schedule.steps, line, &StepEffect::line) != schedule.steps.end();
}

// By how much the schedule up to a step is faster than up to the one before; nothing where either is not legal.
std::optional<double> gain_of(const ScheduleEffects& schedule, size_t step) {
  const double before = step == 0 ? schedule.plain.us : schedule.steps[step - 1].until_us;
  const double now = schedule.steps[step].until_us;
  return before > 0 && now > 0 ? std::optional(before / now) : std::nullopt;
}

json schedule_json(const ScheduleEffects& schedule, const ScheduleEffects& other) {
  json steps = json::array();
  for (size_t i = 0; i < schedule.steps.size(); ++i) {
    const StepEffect& step = schedule.steps[i];
    json with = json::array();
    for (const size_t each : step.with) with.push_back(schedule.steps[each].line);
    const std::optional<double> gain = gain_of(schedule, i);
    steps.push_back({{"line", step.line},
                     {"in_both", has_line(other, step.line)},
                     {"until_us", positive_or_null(step.until_us)},
                     {"gain", gain ? json(*gain) : json()},
                     {"without_us", positive_or_null(step.without_us)},
                     {"worth", step.without_us > 0 ? json(step.without_us / schedule.whole.us) : json()},
                     {"with", std::move(with)},
                     {"measured_without", timing_or_null(step.measured)}});
  }
  return {{"estimate_us", schedule.whole.us},
          {"terms", terms_json(schedule.whole)},
          {"measured", timing_or_null(schedule.measured)},
          {"steps", std::move(steps)}};
}

std::string factor(std::optional<double> value) {
  return value ? fmt::format("×{:.2f}", *value) : "-";
}

std::string schedule_text(const char* name, const ScheduleEffects& schedule, const ScheduleEffects& other) {
  std::string text = fmt::format("{}: {:.1f} us by the estimate", name, schedule.whole.us);
  if (schedule.measured) text += fmt::format(", {:.1f} us measured", schedule.measured->median);
  text += schedule.steps.empty() ? "; it has no steps\n" : "\n     gain   worth  step\n";
  for (size_t i = 0; i < schedule.steps.size(); ++i) {
    const StepEffect& step = schedule.steps[i];
    std::optional<double> worth;
    if (step.measured && schedule.measured)
      worth = step.measured->median / schedule.measured->median;
    else if (step.without_us > 0)
      worth = step.without_us / schedule.whole.us;
    text += fmt::format("{} {:>7} {:>7}  {}", has_line(other, step.line) ? "=" : " ", factor(gain_of(schedule, i)),
                        factor(worth), step.line);
    if (!step.with.empty())
      text += fmt::format("  (and {} that need{} it)", step.with.size(), step.with.size() == 1 ? "s" : "");
    text += "\n";
  }
  return text;
}

}  // namespace

void explain_default(const ExplainDefault& asked, const TargetFacts& machine, Outcome& outcome) {
  const Result<tune::TunedKernel> kernel = tune::read_kernel(asked.script, asked.sizes);
  append(outcome.diagnostics, kernel.diagnostics);
  if (!kernel.value || has_errors(kernel.diagnostics)) return;
  const std::vector<schedule::Step> standard = tune::default_steps(*kernel, machine, asked.threads);
  ScheduleEffects by_default = tune::step_effects(*kernel, standard, machine, asked.threads);
  ScheduleEffects mine = tune::step_effects(*kernel, kernel->given, machine, asked.threads);
  if (asked.measure) {
    tune::MeasureOptions options;
    options.threads = asked.threads;
    tune::measure_effects(*kernel, standard, by_default, options);
    tune::measure_effects(*kernel, kernel->given, mine, options);
  }
  outcome.json["plain"] = {{"estimate_us", by_default.plain.us}, {"terms", terms_json(by_default.plain)}};
  outcome.json["default"] = schedule_json(by_default, mine);
  outcome.json["mine"] = schedule_json(mine, by_default);
  outcome.json["threads"] = asked.threads;
  outcome.text = fmt::format(
      "without a schedule: {:.1f} us by the estimate\n{}{}gain: over the steps before it, by the estimate; worth: how "
      "much longer the schedule takes without it; =: in both\n",
      by_default.plain.us, schedule_text("default", by_default, mine), schedule_text("mine", mine, by_default));
}

}  // namespace nw::cli
