// SPDX-License-Identifier: GPL-3.0-or-later
// Where tuned scripts go.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "tune/records.h"

namespace nw::cli {

// The schedule of a task that a search has found. Times in microseconds.
struct Tuned {
  std::string script;
  int64_t trials = 0;
  double best_us = 0;
  std::optional<double> start_us = {};
  tune::RecordMachine machine = {};
};
using TunedTasks = std::map<std::string, Tuned>;  // by task key

// One script as a file, several as KEY.py in a folder, which is made. NW4001 where that fails.
Diagnostics write_scripts(const TunedTasks& tasks, bool single, const std::string& output);

// The model or project with these schedules, named `tuned` and active; earlier ones stay. Its tuning section says what
// was found, and where the records are. Saved as `output`. outside: a project's model may be outside of its folder.
Diagnostics write_project(const std::string& input, const TunedTasks& tasks, const std::string& records,
                          const std::string& output, bool outside);

}  // namespace nw::cli
