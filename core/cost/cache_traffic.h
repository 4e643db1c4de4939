// SPDX-License-Identifier: GPL-3.0-or-later
// Traffic between cache levels and its time, without the cost of computing.
//
// A loop's data is fetched into a cache once, in whole lines, if the working set of one iteration fits that cache: data
// that the next iteration reuses is then still cached. If it does not fit, the inner loops are analysed the same way;
// if it fits in part, for the part that does not. Lines that map to few sets of a cache fit less well. The data of a
// kernel that fits as a whole is assumed to be cached at the start. The TLB is modelled as a cache of page addresses.
#pragma once

#include <set>

#include "base/target_facts.h"
#include "cost/cost.h"

namespace nw::cost {

struct CacheTraffic {
  double seconds = 0;
  std::map<const tir::ForNode*, double> loops;    // seconds by loop, over all its executions
  double from_l2 = 0, from_l3 = 0, from_ram = 0;  // bytes
};

// `rolled_loops`: those of ComputeBound. The loops inside of them fetch their working set once per execution.
CacheTraffic cache_traffic(const NestCost& cost, const std::set<const tir::ForNode*>& rolled_loops,
                           const TargetFacts& machine);

}  // namespace nw::cost
