// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about the CPU that this process runs on.
#pragma once

#include "base/target_facts.h"

namespace nw {

inline constexpr const char* kLocalCpu = "cpu";  // its target id

// Read again from the running system: cores that this process may use, caches, vector registers, the processor's name.
// What depends on how the system was started (its free memory, the present clock) is left out, so that facts and their
// hash stay the same on one machine.
TargetFacts local_cpu_facts();

}  // namespace nw
