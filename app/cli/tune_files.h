// SPDX-License-Identifier: GPL-3.0-or-later
// Where tuned scripts go.
#pragma once

#include <map>
#include <string>

#include "base/diagnostic.h"

namespace nw::cli {

// Scripts by task: one script as a file, several as KEY.py in a folder, which is made. NW4001 where that fails.
Diagnostics write_scripts(const std::map<std::string, std::string>& scripts, bool single, const std::string& output);

// The model or project with these schedules, named `tuned` and active; earlier ones stay. Saved as `output`. outside: a
// project's model may be outside of its folder.
Diagnostics write_project(const std::string& input, const std::map<std::string, std::string>& scripts,
                          const std::string& output, bool outside);

}  // namespace nw::cli
