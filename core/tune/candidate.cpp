// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/candidate.h"

#include "base/budget.h"
#include "cost/estimate.h"
#include "lower/analysed.h"
#include "lower/nest_hash.h"
#include "schedule/verify.h"
#include "tune/features.h"
#include "tune/step_list.h"

namespace nw::tune {

namespace {

constexpr double kMostSeconds = 2;             // of one candidate
constexpr double kMostAllocated = 1ull << 30;  // bytes of a candidate's own buffers

Refusal refuse(const Diagnostics& diagnostics, std::string& why) {
  for (const Diagnostic& d : diagnostics)
    if (why.empty() && d.severity == Severity::Error) why = d.message;
  return Refusal::Illegal;
}

Refusal build(const TunedKernel& kernel, const TargetFacts& machine, Candidate& candidate, std::string& why) {
  const std::optional<schedule::Schedule> scheduled = applied(kernel.unscheduled, candidate.steps);
  if (!scheduled) return Refusal::Illegal;
  std::optional<schedule::ScheduleAnalysis> analysed;
  const Diagnostics wrong = schedule::find_errors(*scheduled, nullptr, &analysed);
  if (has_errors(wrong) || !analysed) return refuse(wrong, why);
  const Result<lower::LoopNest> nest =
      lower::lower_loops(std::move(*analysed), kernel.args, kernel.program.kernel_name);
  if (!nest.ok()) return refuse(nest.diagnostics, why);
  const cost::NestCost cost = cost::analyze(*nest);
  if (cost.allocated_bytes > kMostAllocated) return Refusal::Memory;
  const cost::Estimate estimate = cost::estimate(*nest, cost, machine, {});
  candidate.estimate_us = estimate.seconds * 1e6;
  candidate.features = features_of(cost, estimate, machine);
  candidate.nest = lower::nest_hash(*nest);
  return Refusal::None;
}

}  // namespace

Refusal analyse(const TunedKernel& kernel, const TargetFacts& machine, Candidate& candidate, std::string& why) {
  Refusal refusal = Refusal::None;
  Limits limits;
  limits.seconds = kMostSeconds;
  if (const auto stopped = within_budget(limits, [&] { refusal = build(kernel, machine, candidate, why); })) {
    why = stopped->message;
    return Refusal::Illegal;
  }
  return refusal;
}

}  // namespace nw::tune
