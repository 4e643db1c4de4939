// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuning_trials.h"

#include "common/text.h"
#include "models/window_words.h"

namespace nw::window {

using namespace nw::views;

namespace {

TuneTrial::Origin origin_of(tune::CandidateOrigin origin) {
  switch (origin) {
    case tune::CandidateOrigin::Given:
      return TuneTrial::Origin::Given;
    case tune::CandidateOrigin::Default:
      return TuneTrial::Origin::Default;
    case tune::CandidateOrigin::Seed:
      return TuneTrial::Origin::Own;
    case tune::CandidateOrigin::Searched:
      break;
  }
  return TuneTrial::Origin::Searched;
}

TuneTrial row_of(const TuningEvent& event) {
  const tune::Progress& p = event.progress;
  return {.number = p.trial,
          .origin = origin_of(p.origin),
          .recorded = p.recorded,
          .time = p.time,
          .code = qs(p.code),
          .why = window_words(p.why),
          .best_us = p.best_us,
          .estimate_us = p.estimate_us,
          .seconds = event.seconds,
          .steps = p.steps};
}

}  // namespace

void TuningTrials::begin(const std::vector<std::string>& tasks) {
  last_.clear();
  searched_ = tasks;
  recorded_ = 0;
  seconds_ = 0;
  for (const std::string& task : tasks) {
    best_.erase(task);
    choices_[task].clear();
    of(task)->clear();
  }
}

void TuningTrials::add(const TuningEvent& event) {
  const tune::Progress& p = event.progress;
  choices_[event.key].push_back(p.choice);
  of(event.key)->add(row_of(event));
  last_[event.key] = p;
  seconds_ = std::max(seconds_, event.seconds);
  if (p.recorded) ++recorded_;
  if (p.time && p.time->min <= p.best_us) best_[event.key] = p;
}

TuneTrialsModel* TuningTrials::of(const std::string& task) {
  std::unique_ptr<TuneTrialsModel>& model = trials_[task];
  if (!model) model = std::make_unique<TuneTrialsModel>();
  return model.get();
}

std::optional<tune::Choice> TuningTrials::choice(const std::string& task, int row) const {
  const auto known = choices_.find(task);
  const auto at = static_cast<size_t>(row);
  return row >= 0 && known != choices_.end() && at < known->second.size() ? known->second[at] : std::nullopt;
}

const tune::Progress* TuningTrials::best(const std::string& task) const {
  const auto known = best_.find(task);
  return known == best_.end() ? nullptr : &known->second;
}

int64_t TuningTrials::measured() const {
  int64_t all = 0;
  for (const std::string& task : searched_)
    if (const auto known = trials_.find(task); known != trials_.end()) all += known->second->rowCount();
  return all - recorded_;
}

int64_t TuningTrials::considered() const {
  int64_t all = 0;
  for (const auto& [task, progress] : last_) all += progress.considered;
  return all;
}

std::map<std::string, int64_t> TuningTrials::refused() const {
  std::map<std::string, int64_t> all;
  for (const auto& [task, progress] : last_)
    for (const auto& [kind, count] : progress.refused) all[kind] += count;
  return all;
}

}  // namespace nw::window
