// SPDX-License-Identifier: GPL-3.0-or-later
// The processor as LLVM names it, by what the system says of it.
#pragma once

#include "base/target_facts.h"

namespace nw::cpu {

// Sets triple, processor, features, and width and number of vector registers.
void describe_processor(TargetFacts& facts);

}  // namespace nw::cpu
