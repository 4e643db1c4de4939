// SPDX-License-Identifier: GPL-3.0-or-later
// What searches have found for the tasks of a project, and its section of the project's file.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tune/records.h"

namespace nw::tune {

// The schedule of a task that a search has found. Times in microseconds.
struct Tuned {
  std::string script;  // empty: none is faster than the one that the task has
  int64_t trials = 0;
  double best_us = 0;
  std::optional<double> start_us = {};
  RecordMachine machine = {};
};
using TunedTasks = std::map<std::string, Tuned>;  // by task key

// JSON: the section as the project had it, with what these tasks have now. `records`: the file of the records, which is
// named relative to the folder of `project`.
std::string tuning_section(const std::string& before, const TunedTasks& tasks, const std::string& records,
                           const std::string& project);

}  // namespace nw::tune
