// SPDX-License-Identifier: GPL-3.0-or-later
// What the statements of a nest cost the cores, if memory cost nothing.
//
// Each store is looked at with the loops around it. Some of these are written out: those that are marked so, those that
// the code generator writes out to keep an accumulator in registers (core/codegen/llvm_promote.cpp), and short ones
// that LLVM writes out unasked. The innermost of the others is what runs again and again. The statement works on
// vectors if a loop is marked so, or if LLVM can make vectors of the innermost loop: its accesses must lie side by
// side, and it must not be the loop of a sum of floats, whose order is kept. Then the time of one turn is that of the
// busiest part of the core: arithmetic, loads, stores, divider, or the number of instructions; or the latency of a sum
// whose terms wait for each other, where there are not enough other sums to fill the time.
#pragma once

#include <set>

#include "base/machine.h"
#include "cost/cost.h"

namespace nw::cost {

enum class Bound { Instructions, Arithmetic, Loads, Stores, Divisions, Latency };  // what a statement's time is that of

struct Computing {
  double seconds = 0;
  struct Hottest {  // the statement that takes the most time
    double seconds = 0;
    double lanes = 1;  // elements that it computes at once
    Bound bound = Bound::Instructions;
  } hottest;
  struct Seconds {
    double all = 0;
    double busy = 0;  // of them: with instructions, not waiting for the result of one
  };
  // Loops down to the innermost that is neither written out nor done in vectors.
  std::set<const tir::ForNode*> remaining;
  std::map<const tir::ForNode*, Seconds> loops;  // in each loop, of all its runs
};

Computing computing(const lower::LoopNest& nest, const MachineFacts& machine, const Sizes& sizes);

}  // namespace nw::cost
