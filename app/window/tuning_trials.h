// SPDX-License-Identifier: GPL-3.0-or-later
// What a search has reported: the trials of each task as rows, its last report, and its fastest schedule.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/tune_trials_model.h"
#include "window/tuning_events.h"

namespace nw::window {

class TuningTrials {
 public:
  // A search of these tasks begins: what was known of them goes.
  void begin(const std::vector<std::string>& tasks);
  void add(const TuningEvent& event);

  views::TuneTrialsModel* of(const std::string& task);
  // What the search's space had chosen for a row of the model; nothing: the trial was made otherwise.
  std::optional<tune::Choice> choice(const std::string& task, int row) const;
  const tune::Progress* best(const std::string& task) const;  // null: none has a time
  const std::map<std::string, tune::Progress>& bests() const { return best_; }
  // Of this search: trials, without those of the records; estimated candidates; refusals by their reason; seconds.
  int64_t measured() const;
  int64_t considered() const;
  std::map<std::string, int64_t> refused() const;
  double seconds() const { return seconds_; }
  bool any() const { return !last_.empty(); }

 private:
  std::map<std::string, std::unique_ptr<views::TuneTrialsModel>> trials_;
  std::map<std::string, std::vector<std::optional<tune::Choice>>> choices_;
  std::map<std::string, tune::Progress> last_, best_;
  std::vector<std::string> searched_;
  int64_t recorded_ = 0;
  double seconds_ = 0;
};

}  // namespace nw::window
