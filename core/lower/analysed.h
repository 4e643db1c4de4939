// SPDX-License-Identifier: GPL-3.0-or-later
// Lowering a schedule that is verified as legal, with its normal form and bounds known already.
#pragma once

#include "lower/lower.h"
#include "schedule/verify.h"

namespace nw::lower {

Result<LoopNest> lower_loops(schedule::ScheduleAnalysis analysed, const std::vector<te::Tensor>& args,
                             const std::string& name, const LowerOptions& options = {});

}  // namespace nw::lower
