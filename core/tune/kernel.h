// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel as a search sees it: its computation, the steps that its script has, and scripts with other steps.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "script/script.h"

namespace nw::tune {

struct TunedKernel {
  std::string key;   // of the task: its name, and a hash of the computation
  std::string text;  // of the script that it came from
  // It runs in a network, behind others that leave nothing of its constants in the caches: so it is measured.
  bool in_network = false;
  std::map<std::string, int64_t> sizes;  // of symbolic sizes, by name
  script::Program program;               // for these sizes
  schedule::Schedule unscheduled;
  std::vector<te::Tensor> args;
  std::vector<schedule::Step> given;  // the script's own schedule
  std::vector<int> given_lines;       // the script's line of each
  double flops = 0;                   // of one run
  std::string computation;            // SHA-256, in hex, of the script without its schedule
};

// Diagnostics: those of the script; NW4111 where a size has no value. `key`: of the task; empty: made of the kernel's
// name and its computation.
Result<TunedKernel> read_kernel(const std::string& text, const std::map<std::string, int64_t>& sizes = {},
                                const std::string& key = {});

// The whole script with these steps, sizes as numbers.
std::string script_of(const TunedKernel& kernel, const std::vector<schedule::Step>& steps);
// Its lines between the one that makes the schedule and the kernel: what a record keeps.
std::vector<std::string> step_lines_of(const TunedKernel& kernel, const std::vector<schedule::Step>& steps);
// The script with those lines for a schedule.
std::string script_with(const TunedKernel& kernel, const std::vector<std::string>& lines);
// The steps that such lines are; nothing where they do not fit the computation.
Result<std::vector<schedule::Step>> steps_of(const TunedKernel& kernel, const std::vector<std::string>& lines);

// The script that the kernel came from with its schedule replaced: its computation stays as it is written. Where the
// lines mean something else there, the script as script_of() writes it.
std::string rewritten(const TunedKernel& kernel, const std::vector<schedule::Step>& steps);

}  // namespace nw::tune
