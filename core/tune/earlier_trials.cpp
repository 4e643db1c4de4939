// SPDX-License-Identifier: GPL-3.0-or-later
// What earlier searches measured, as the start of another one: trials of the same computation are taken over, schedules
// of others are measured first.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "tune/apply.h"
#include "tune/diagnostics.h"
#include "tune/tune.h"

namespace nw::tune {

namespace {
constexpr size_t kMostSeedsTried = 4096;  // of a log of any length
}  // namespace

void KernelSearch::seed(const RecordFile& records) {
  std::vector<const TrialRecord*> trials;
  for (const TrialRecord& trial : records.trials)
    if (trial.time && (!trial.foreign || may_fit(kernel_, trial))) trials.push_back(&trial);
  // Those of this task come before what is only alike.
  std::ranges::stable_sort(
      trials, {}, [&](const TrialRecord* trial) { return std::pair(!may_fit(kernel_, *trial), trial->time->min); });
  const auto most = static_cast<size_t>(std::max<int64_t>(1, options_.trials / 2));
  std::set<std::string> nests;
  size_t tried = 0;
  for (const TrialRecord* trial : trials) {
    if (seeds_.size() == most || ++tried > kMostSeedsTried) break;
    RecordedSteps recorded = recorded_steps(kernel_, *trial);
    if (!recorded.steps || (marks_ && !recorded.choice)) continue;
    Candidate candidate{
        .choice = std::move(recorded.choice), .steps = std::move(*recorded.steps), .origin = CandidateOrigin::Seed};
    if (!keeps(candidate.steps)) continue;
    std::string why;
    if (analyse(kernel_, machine_, candidate, why) != Refusal::None || !nests.insert(candidate.nest).second) continue;
    search_.exclude(candidate.nest);
    seeds_.push_back(std::move(candidate));
  }
  result_.seeds = static_cast<int64_t>(seeds_.size());
}

void KernelSearch::resume(const RecordFile& records, const RecordMachine& machine) {
  bool other = false;
  for (const TrialRecord& trial : records.trials) {
    if (trial.task != kernel_.key || (trial.machine && !trial.machine->same_as(machine))) continue;
    if (trial.computation != kernel_.computation) {
      if (!std::exchange(other, true)) result_.diagnostics.push_back(other_computation("the records", kernel_.key));
      continue;
    }
    last_trial_ = std::max(last_trial_, trial.trial);
    // A candidate that is recorded twice counts once, by its first line.
    if (!known_
             .emplace(fmt::format("{}", fmt::join(trial.steps, "\n")),
                      Known{trial.trial, trial.time ? trial.time->min : 0})
             .second)
      continue;
    const Result<std::vector<schedule::Step>> steps = steps_of(kernel_, trial.steps);
    if (!steps.value || !keeps(*steps.value)) continue;
    Candidate candidate{std::nullopt, *steps.value};
    std::string why;
    if (analyse(kernel_, machine_, candidate, why) != Refusal::None) continue;
    search_.exclude(candidate.nest);
    ++result_.resumed;
    if (trial.time) {
      search_.report(candidate, trial.time->min);
      improve(trial.trial, *trial.time, *steps.value);
    }
    report({.trial = trial.trial,
            .recorded = true,
            .time = trial.time,
            .code = trial.error_code,
            .why = trial.error_text,
            .steps = trial.steps},
           candidate);
  }
}

// Candidates that a person's kept lines leave: those steps are where they are in the script as given.
bool KernelSearch::keeps(const std::vector<schedule::Step>& steps) const {
  const std::set<size_t>& kept = options_.search.kept_steps;
  return kept.empty() || (steps.size() == kernel_.given.size() &&
                          std::ranges::all_of(kept, [&](size_t at) { return steps[at] == kernel_.given[at]; }));
}

}  // namespace nw::tune
