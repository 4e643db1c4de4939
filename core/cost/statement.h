// SPDX-License-Identifier: GPL-3.0-or-later
// Compute time of one statement of a nest on one core, without the cost of memory.
//
// A store is analysed with its enclosing loops. Some of these are unrolled: those that the schedule unrolls, those that
// the code generator unrolls to keep an accumulator in registers (core/codegen_llvm/promote.cpp), and short ones that
// LLVM unrolls by itself. The innermost of the others is the loop of the compiled code. The statement is vectorized if
// the schedule vectorizes a loop, or if LLVM can vectorize the innermost one: its accesses must be contiguous, and it
// must not be the reduction loop of a float sum, whose order is fixed. The time of one iteration is that of the
// bottleneck: arithmetic, loads, stores, divider or instruction issue; or the latency of a sum whose terms depend on
// each other, where too few independent sums are in flight to hide it.
#pragma once

#include <set>

#include "base/target_facts.h"
#include "cost/storage_layout.h"
#include "cost/stride.h"

namespace nw::cost {

// The resource that limits the speed of a statement.
enum class Bottleneck { Instructions, Arithmetic, Loads, Stores, Divisions, Latency };

struct EnclosingLoop {
  const tir::ForNode* loop = nullptr;
  int64_t iterations = 1;
  tir::ForKind kind = tir::ForKind::Serial;
  bool known = true;  // the number of iterations is a constant
};

struct StatementTime {          // over all executions
  double cycles = 0, busy = 0;  // busy: without waiting for results
  double lanes = 1;             // elements per vector operation
  Bottleneck bottleneck = Bottleneck::Instructions;
  std::vector<const tir::ForNode*> rolled_loops;  // neither unrolled nor vectorized, and the loops around these
};

// `loops`: those of more than one iteration, outermost first. `values` has a value of each of their variables and of
// every symbolic size. `small`: local buffers of the kernel that fit registers.
StatementTime statement_time(const tir::StoreNode& store, const std::vector<EnclosingLoop>& loops, Values& values,
                             const std::set<const tir::BufferNode*>& small, StorageLayout& layout,
                             const TargetFacts& machine);

}  // namespace nw::cost
