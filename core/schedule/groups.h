// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of stages that move together. Groups nest; a stage's `group` is the innermost one around it.
#pragma once

#include "schedule/schedule.h"

namespace nw::schedule {

// The operations between inputs and outputs, producers before consumers; inputs themselves only if asked for.
std::vector<StageId> stages_between(const Schedule& s, const std::vector<te::Tensor>& outputs,
                                    const std::vector<te::Tensor>& inputs, bool include_inputs);

// The innermost group that holds both (-1: none).
int common_group(const Schedule& s, int a, int b);
// Whether `group` is `inner` or one of the groups around it; -1 is around everything.
bool encloses(const Schedule& s, int group, int inner);

// The group that members would cut in two, or -1: it can then be made.
int group_cut_by(const Schedule& s, const std::vector<StageId>& members);
// Makes the group; whole groups among the members move into it. Needs group_cut_by() == -1.
int make_group(Schedule& s, const std::vector<StageId>& members);

// The stages that compute a scan's next state: a group that is computed inside the scan's loop.
void add_scan_group(Schedule& s, StageId scan_stage, const te::ScanNode& scan);

}  // namespace nw::schedule
