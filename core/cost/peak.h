// SPDX-License-Identifier: GPL-3.0-or-later
// What a target's processors could compute at most, by its facts alone: what a measured speed is a share of.
#pragma once

#include "base/target_facts.h"

namespace nw::cost {

// 1e9 operations a second on elements of so many bytes, by all units; 0: the facts do not tell.
double peak_gflops(const TargetFacts& target, int element_bytes);

}  // namespace nw::cost
