// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about the CPU that this process runs on.
#pragma once

#include "base/target_facts.h"

namespace nw {

inline constexpr const char* kLocalCpu = "cpu";  // its target id

// The key of `config` that is true where the CPU adds products of four bytes in one instruction, on its widest vectors:
// AVX-512 VNNI, or AVX-VNNI where vectors have 256 bits.
inline constexpr const char* kByteDots = "byte_dots";

// Read again from the running system: cores that this process may use, caches, vector registers, the processor's name.
// What depends on how the system was started (its free memory, the present clock) is left out, so that facts and their
// hash stay the same on one machine.
TargetFacts local_cpu_facts();

}  // namespace nw
