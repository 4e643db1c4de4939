// SPDX-License-Identifier: GPL-3.0-or-later
// Facts of the processor that this process runs on, for whoever compiles kernels for it.
#pragma once

#include "base/target_facts.h"

namespace nw::cpu {

// Those of base/local_cpu.h, and what a compiler on another machine cannot see: the processor's features, and its
// counters.
TargetFacts facts();

}  // namespace nw::cpu
