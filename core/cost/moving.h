// SPDX-License-Identifier: GPL-3.0-or-later
// What has to come from beyond each cache, if computing cost nothing.
//
// A loop's data comes from beyond a cache once, in whole lines, if what one turn of it touches fits into that cache:
// what the next turn touches again is then still there. If it does not fit, the same is asked of the loops inside. A
// kernel whose data fit as a whole is taken to find them there.
#pragma once

#include "base/machine.h"
#include "cost/cost.h"

namespace nw::cost {

struct Moving {
  double seconds = 0;
  std::map<const tir::ForNode*, double> loops;    // seconds in each loop, of all its runs
  double from_l2 = 0, from_l3 = 0, from_ram = 0;  // bytes
};

Moving moving(const NestCost& cost, const MachineFacts& machine);

}  // namespace nw::cost
