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
    if (trial.task != kernel_.key) continue;
    last_trial_ = std::max(last_trial_, trial.trial);  // numbers of a file are of one trial each
    if (trial.machine && !trial.machine->same_as(machine)) continue;
    if (trial.computation != kernel_.computation) {
      if (!std::exchange(other, true)) result_.diagnostics.push_back(other_computation("the records", kernel_.key));
      continue;
    }
    // A candidate that is recorded twice counts once, by its first line.
    if (!known_
             .emplace(fmt::format("{}", fmt::join(trial.steps, "\n")),
                      Known{trial.trial, trial.time ? trial.time->min : 0})
             .second)
      continue;
    const Result<std::vector<schedule::Step>> steps = steps_of(kernel_, trial.steps);
    if (!steps.value || !keeps(*steps.value)) continue;
    Candidate candidate{choice_of(trial, *steps.value), *steps.value};
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

// The choice that made these steps, so that the search goes on near it; nothing where the record has none, or this
// space makes other steps of it.
std::optional<Choice> KernelSearch::choice_of(const TrialRecord& trial,
                                              const std::vector<schedule::Step>& steps) const {
  const std::optional<Space>& space = search_.space();
  std::optional<Choice> choice = trial.choice;
  std::string why;
  if (marks_ && trial.knobs.is_object()) choice = marks_->choice(trial.knobs.value("entity", nlohmann::json()), why);
  if (!space || !choice || choice->size() != space->knobs().size()) return std::nullopt;
  for (size_t k = 0; k < choice->size(); ++k)
    if ((*choice)[k] >= space->knobs()[k].values.size()) return std::nullopt;
  const auto made = space->steps(*choice);
  return made && *made == steps ? choice : std::nullopt;
}

// Candidates that a person's kept lines leave: those steps are there, in their order.
bool KernelSearch::keeps(const std::vector<schedule::Step>& steps) const {
  size_t at = 0;
  for (const size_t kept : options_.search.kept_steps) {
    while (at < steps.size() && !(steps[at] == kernel_.given[kept])) ++at;
    if (at++ >= steps.size()) return false;
  }
  return true;
}

}  // namespace nw::tune
