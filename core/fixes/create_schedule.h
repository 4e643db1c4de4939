// SPDX-License-Identifier: GPL-3.0-or-later
// The script's te.create_schedule, written with other outputs.
#pragma once

#include "fixes/source.h"

namespace nw::fixes {

// The edit after which the schedule has these tensors among its outputs; none if the script makes no schedule.
std::vector<Edit> scheduled_too(const Evaluation& at, const std::vector<std::string>& names);

}  // namespace nw::fixes
