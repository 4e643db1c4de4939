// SPDX-License-Identifier: GPL-3.0-or-later
// Changing the compute DAG under a schedule: stages read other tensors, or are computed by other operations.
#pragma once

#include "schedule/schedule.h"

namespace nw::schedule {

// All stages read `to` where they read `from`, and what follows from it: a stage whose reads change is a new operation,
// whose readers change in turn.
void redirect_reads(Schedule& s, te::TensorMap map);

// Stages that read any output of `stage`, in order.
std::vector<StageId> readers_of(const Schedule& s, StageId stage);
bool reads(const te::Operation& reader, const te::Operation& source);

// The variables that the script uses for a stage's outputs, for a new stage: "CL" of {"CL"}.
std::string first_name(const std::vector<std::string>& names);

}  // namespace nw::schedule
