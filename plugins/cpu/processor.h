// SPDX-License-Identifier: GPL-3.0-or-later
// The processor as LLVM names it, by what the system says of it.
#pragma once

#include <cstddef>

#include "base/target_facts.h"

namespace nw::cpu {

// Sets triple, processor, features, and width and number of vector registers.
void describe_processor(TargetFacts& facts);

// Writes back what caches hold of the bytes, and drops it from all of them. Nothing where the processor has no
// instruction for it.
void flush_from_caches(const std::byte* begin, size_t bytes);

}  // namespace nw::cpu
