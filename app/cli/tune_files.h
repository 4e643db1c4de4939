// SPDX-License-Identifier: GPL-3.0-or-later
// Where tuned scripts go.
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "tune/tuning_section.h"

namespace nw::cli {

// One script as a file, several as KEY.py in a folder, which is made. NW4001 where that fails.
Diagnostics write_scripts(const tune::TunedTasks& tasks, bool single, const std::string& output);

// The model or project with these schedules, named `tuned` and active; earlier ones stay. Its tuning section says what
// was found, and where the records are. Saved as `output`. outside: a project's model may be outside of its folder.
Diagnostics write_project(const std::string& input, const tune::TunedTasks& tasks, const std::string& records,
                          const std::string& output, bool outside);

}  // namespace nw::cli
