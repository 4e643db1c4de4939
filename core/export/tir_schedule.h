// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel as Python for TVM's tir.Schedule (0.9 and later, with layouts 0.10): the computation by te, the schedule by
// blocks and loops.
#pragma once

#include <string>

#include "schedule/bounds.h"
#include "script/script.h"

namespace nw::exporting {

// `program` has only stages that tir.Schedule can express (expressible_schedule.h); its computation is taken over as it
// is written. With a warning (NW4126) for each step that is not written, `left_out` before.
Result<std::string> tir_schedule(const script::Program& program, const schedule::Bounds& bounds,
                                 const Diagnostics& left_out = {});

}  // namespace nw::exporting
