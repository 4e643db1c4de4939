// SPDX-License-Identifier: GPL-3.0-or-later
// The passes from phase `loops` to the phases `final` and `code`, about in the order in which they run. One file a
// pass, or a pair of passes of one subject.
#pragma once

#include "arith/analyzer.h"
#include "lower/lower.h"
#include "lower/stmt_mapper.h"

namespace nw::lower {

// What the loops are expanded for: to be read, with the structure that TVM 0.11 leaves, or to be compiled.
enum class Form { Plain, Code };

// Buffers that stand for a part of another (tensorized bodies) → that other.
Stmt resolve_bindings(const Stmt& s);
// Every buffer one row of elements, every access one index: its place in memory, by its stage's layout if it has one.
// Kernel arguments keep their shape. Code: an index that is read from memory and may lie outside its dimension becomes
// checked_index(index, extent).
Stmt flatten_storage(const Stmt& s, const schedule::Schedule& schedule, const std::vector<tir::Buffer>& args,
                     const std::vector<tir::Var>& sizes, Form form);
// Memory that keeps what the next iteration needs again (rolling_buffer), and memory that is filled an iteration ahead
// (double_buffer; behind flatten_storage), where the schedule allows it (schedule/buffering.h).
Stmt rolling_buffers(const Stmt& s, const schedule::Schedule& schedule, const schedule::Bounds& bounds);
Stmt double_buffers(const Stmt& s, const schedule::Schedule& schedule, const schedule::Bounds& bounds);
// Virtual threads → loops; marks that only TVM's device code needs are dropped.
Stmt expand_virtual_threads(const Stmt& s);
// Allocations as far out as their size is known: of a parallel loop's body, or of the kernel.
Stmt hoist_allocations(const Stmt& s);
// Conditions out of the loops that they do not depend on.
Stmt hoist_conditions(const Stmt& s);
// Loops cut where a likely condition begins or ceases to hold for all that is inside. Plain: only those whose length is
// not a number.
Stmt partition_loops(const Stmt& s, const std::vector<tir::Var>& sizes, Form form);
// Vectorized loops → vector operations; serial loops where that is impossible. What is conditional by element gets a
// mask; Plain: a serial loop of its own.
Stmt vectorize_loops(const Stmt& s, Form form);
// Unrolled loops, and those that the auto_unroll_max_step pragma asks for, written out.
Stmt unroll_loops(const Stmt& s);
// Facts about loop variables and conditions used everywhere; dead branches and loops that run once or never go. Code:
// a loop ends where a condition that is all of its body ceases to hold.
Stmt simplify_statements(const Stmt& s, const std::vector<tir::Var>& sizes, Form form);

// Symbolic sizes are not negative.
class SizedAnalyzer : public arith::Analyzer {
 public:
  explicit SizedAnalyzer(const std::vector<tir::Var>& sizes);

 private:
  std::vector<Constraint> facts_;
};

}  // namespace nw::lower
