// SPDX-License-Identifier: GPL-3.0-or-later
// The machine's peaks, as a search reports its times against them.
#pragma once

#include "base/target_facts.h"
#include "worker/peaks.h"

namespace nw::tune {

// Measures them once more and keeps the better of both: other programs may have held the machine up. memory: also the
// memory's rate, which takes seconds.
void improve_peaks(worker::Peaks& peaks, const TargetFacts& machine, int threads, bool memory,
                   const worker::WorkerOptions& worker);

}  // namespace nw::tune
