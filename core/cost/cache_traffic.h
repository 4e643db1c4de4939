// SPDX-License-Identifier: GPL-3.0-or-later
// Traffic between cache levels, as if computing cost nothing.
//
// A loop's data comes from beyond a cache once, in whole lines, if what one turn of it touches fits into that cache:
// what the next turn touches again is then still there. If it does not fit, the same is asked of the loops inside; if
// it fits in part, of that part. Lines that meet in a few sets of a cache fit less well than others. A kernel whose
// data fit as a whole is taken to find them there. The same is asked of the addresses of pages.
#pragma once

#include <set>

#include "base/target_facts.h"
#include "cost/cost.h"

namespace nw::cost {

struct CacheTraffic {
  double seconds = 0;
  std::map<const tir::ForNode*, double> loops;    // seconds in each loop, of all its runs
  double from_l2 = 0, from_l3 = 0, from_ram = 0;  // bytes
};

// `remaining`: as ComputeBound has them. The loops inside of these fetch once what they touch in a run.
CacheTraffic cache_traffic(const NestCost& cost, const std::set<const tir::ForNode*>& remaining,
                           const TargetFacts& machine);

}  // namespace nw::cost
