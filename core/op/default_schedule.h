// SPDX-License-Identifier: GPL-3.0-or-later
// Default CPU schedules: how a fused group's computation is scheduled when nobody has shaped it. A list of readable
// steps, as a person would write them; rules by the tags of the group's stages, one file a family (schedule/).
#pragma once

#include <vector>

#include "base/target_facts.h"
#include "schedule/step.h"
#include "te/operation.h"

namespace nw::op {

// The steps for the group whose results are `outputs`. Stage names must be identifiers, each used once.
std::vector<schedule::Step> default_schedule(const std::vector<te::Tensor>& outputs, const TargetFacts& machine);

}  // namespace nw::op
