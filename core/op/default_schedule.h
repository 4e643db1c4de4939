// SPDX-License-Identifier: GPL-3.0-or-later
// Default schedules of fused groups: a list of readable steps, as a person would write them. For the cores of a
// processor by rules for the tags of the group's stages, one file for each family of operators (schedule/); for a
// target that runs kernels by threads in one way for all of them (schedule/threads.cpp).
#pragma once

#include <vector>

#include "base/target_facts.h"
#include "schedule/step.h"
#include "te/operation.h"

namespace nw::op {

// The schedule that steps start from: a stage for each operation, all computed at root.
schedule::Schedule unscheduled(const std::vector<te::Tensor>& outputs);

// The steps for the group whose results are `outputs`, to be applied to unscheduled(outputs).
std::vector<schedule::Step> default_schedule(const std::vector<te::Tensor>& outputs, const TargetFacts& machine);

}  // namespace nw::op
