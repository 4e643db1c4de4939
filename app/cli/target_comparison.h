// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel on several targets: each against the first that can be compared with it, by time or, of emulators, by
// executed instructions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "measure/report.h"

namespace nw::cli {

struct MeasuredTarget {
  std::string target;
  std::optional<measure::RunReport> report;  // none: it did not run
};

// A line a target, with its gain.
std::string comparison_table(const std::vector<MeasuredTarget>& targets);
// [{"target","baseline","by","gain"}] of those that can be compared with another one.
nlohmann::json comparison_json(const std::vector<MeasuredTarget>& targets);

}  // namespace nw::cli
