// SPDX-License-Identifier: GPL-3.0-or-later
// The passes from phase `loops` to the phases `final` and `code`, about in the order in which they run. One file a
// pass, or a pair of passes of one subject.
#pragma once

#include "arith/analyzer.h"
#include "lower/lower.h"
#include "lower/stmt_mapper.h"

namespace nw::lower {

// The phase that a pass lowers to: `final` has the structure that TVM 0.11 gives, `code` is input of code generation.
enum class LoweringPhase { Final, Code };

// Buffers bound to a region of another one (tensorized bodies) → that other one.
Stmt resolve_bindings(const Stmt& s);
// One-dimensional buffers and indices: an access gets its element's offset in memory, by its stage's layout if it has
// one. Kernel arguments keep their shape. Code: an index that is read from memory and may be outside its dimension
// becomes checked_index(index, extent).
Stmt flatten_storage(const Stmt& s, const schedule::Schedule& schedule, const std::vector<tir::Buffer>& args,
                     const std::vector<tir::Var>& sizes, LoweringPhase phase);
// Buffers that keep the values that the next iteration reads again (rolling_buffer), and buffers that are filled an
// iteration ahead (double_buffer; after flatten_storage), where the schedule allows it (schedule/buffering.h).
Stmt rolling_buffers(const Stmt& s, const schedule::Schedule& schedule, const schedule::Bounds& bounds);
Stmt double_buffers(const Stmt& s, const schedule::Schedule& schedule, const schedule::Bounds& bounds);
// prefetch: attributes → instructions. Final: for the first element; code: for all that a later iteration reads.
Stmt expand_prefetches(const Stmt& s, LoweringPhase phase);
// Virtual threads → loops; attributes that only TVM's device code needs are removed.
Stmt expand_virtual_threads(const Stmt& s);
// Allocations moved out as far as their size is known: to a parallel loop's body, or to the kernel.
Stmt hoist_allocations(const Stmt& s);
// Conditions moved out of the loops that they do not depend on.
Stmt hoist_conditions(const Stmt& s);
// Loop partitioning: loops are cut where a likely condition becomes true or false for the whole body. Final: only loops
// whose extent is not a constant.
Stmt partition_loops(const Stmt& s, const std::vector<tir::Var>& sizes, LoweringPhase phase);
// Vectorized loops → vector operations; serial loops where that is impossible. A condition on single elements becomes a
// mask; Final: a serial loop.
Stmt vectorize_loops(const Stmt& s, LoweringPhase phase);
// Expands unrolled loops and those that the pragma auto_unroll_max_step selects.
Stmt unroll_loops(const Stmt& s);
// Simplifies with the ranges of loop variables and enclosing conditions; removes dead branches and loops of one or no
// iteration. Code: shortens a loop whose body is one condition to the iterations for which it is true.
Stmt simplify_statements(const Stmt& s, const std::vector<tir::Var>& sizes, LoweringPhase phase);

// Symbolic sizes are not negative.
class SizedAnalyzer : public arith::Analyzer {
 public:
  explicit SizedAnalyzer(const std::vector<tir::Var>& sizes);

 private:
  std::vector<Constraint> facts_;
};

}  // namespace nw::lower
