// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule as one line of JSON in the form of Ansor's tuning records: the workload, the target, the steps by number
// of stage and loop ("CHW" cache_write, "CHR" cache_read, "RF" rfactor, "SP" split, "FU" fuse, "RE" reorder, "AN"
// annotation, "CA" compute_at, "CI" inline, "CR" root, "SA" storage_align, "PR" pragma), and the measured times if
// there are any. Stages are numbered in order of computation, inputs included; loops by their place in the stage at
// that step.
#pragma once

#include <string>
#include <vector>

#include "schedule/bounds.h"
#include "script/script.h"

namespace nw::exporting {

// `program` has only stages that a record can express (expressible_schedule.h). seconds: measured, one a run; may be
// empty, and are left out with any step. With a warning (NW4126) for each step that is not written in a record.
Result<std::string> schedule_record(const script::Program& program, const schedule::Bounds& bounds,
                                    const std::string& workload, const std::vector<double>& seconds = {});

}  // namespace nw::exporting
