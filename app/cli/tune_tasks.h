// SPDX-License-Identifier: GPL-3.0-or-later
// What `tune` was asked for, and the tasks that this makes: one a script, or those of a model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "model_options.h"
#include "tune/tasks.h"

namespace nw::cli {

struct TuneArguments {
  std::vector<std::string> inputs;
  ModelOptions model;
  std::optional<int64_t> trials;
  double seconds = 0, deadline = 10;
  uint64_t seed = 0;
  int threads = 1;
  std::string records, output, task, keep, space = "auto", learned = "estimate", target = "cpu";
  std::vector<int> groups;
  std::vector<std::string> sets, from;
  bool resume = false, no_layout = false, progress = false;
};

// False, with diagnostics in the outcome, where there are none. A script or task that cannot be searched is a row with
// its reason.
bool scripts_work(const TuneArguments& a, std::vector<tune::SearchTask>& all, Outcome& outcome);
bool model_work(const TuneArguments& a, std::vector<tune::SearchTask>& all, Outcome& outcome);

}  // namespace nw::cli
