// SPDX-License-Identifier: GPL-3.0-or-later
// What one statement of a nest costs a core, if memory cost nothing.
//
// A store is looked at with the loops around it. Some of these are written out: those that are marked so, those that
// the code generator writes out to keep an accumulator in registers (core/codegen_llvm/promote.cpp), and short ones
// that LLVM writes out unasked. The innermost of the others is what runs again and again. The statement works on
// vectors if a loop is marked so, or if LLVM can make vectors of the innermost loop: its accesses must lie side by
// side, and it must not be the loop of a sum of floats, whose order is kept. Then the time of one turn is that of the
// busiest part of the core: arithmetic, loads, stores, divider, or the number of instructions; or the latency of a sum
// whose terms wait for each other, where there are not enough other sums to fill the time.
#pragma once

#include <set>

#include "base/target_facts.h"
#include "cost/steps.h"
#include "cost/storage_layout.h"

namespace nw::cost {

enum class Bound { Instructions, Arithmetic, Loads, Stores, Divisions, Latency };  // what a statement's time is that of

struct Around {  // a loop around a statement
  const tir::ForNode* loop = nullptr;
  int64_t turns = 1;
  tir::ForKind kind = tir::ForKind::Serial;
  bool known = true;  // the same number of turns in every run
};

struct StatementTime {          // of all its runs
  double cycles = 0, busy = 0;  // busy: with instructions, not waiting for results
  double lanes = 1;             // elements that it computes at once
  Bound bound = Bound::Instructions;
  std::vector<const tir::ForNode*> remaining;  // the loops down to the innermost that is left
};

// `loops`: those of more than one turn, outermost first. `values` holds a value of each of their variables and of every
// symbolic size. `small`: the kernel's own buffers that fit registers.
StatementTime time_of(const tir::StoreNode& store, const std::vector<Around>& loops, Values& values,
                      const std::set<const tir::BufferNode*>& small, Stored& stored, const TargetFacts& machine);

}  // namespace nw::cost
