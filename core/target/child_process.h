// SPDX-License-Identifier: GPL-3.0-or-later
// Runs another program to its end: for short questions, not for sessions.
#pragma once

#include <string>
#include <vector>

namespace nw::target {

struct EndedProcess {
  int exit = -1;               // -1: it did not start, was ended by a signal or by the deadline
  std::string problem;         // why not
  std::string output, errors;  // at most 64 KiB each
};

// `input_file` is its standard input; empty: nothing. No shell: argv[0] is looked for in PATH.
EndedProcess run_to_end(const std::vector<std::string>& argv, const std::string& input_file, double deadline_seconds);

}  // namespace nw::target
