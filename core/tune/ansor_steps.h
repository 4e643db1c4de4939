// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of an Ansor record as steps of ours. They name a stage by its place among all stages at that point, and a
// loop by its place among the stage's loops.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tune/kernel.h"

namespace nw::tune {

struct AnsorSteps {
  std::vector<schedule::Step> steps;
  std::string why;  // in what the record's computation differs, or which step is not legal; empty: all were applied
};

AnsorSteps ansor_steps(const TunedKernel& kernel, const nlohmann::json& steps);

}  // namespace nw::tune
