// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/budget.h"
#include "lower/passes.h"

namespace nw::lower {

namespace {

// The passes that both phases start with.
Stmt flattened(const LoopNest& nest, LoweringPhase phase) {
  Stmt s = resolve_bindings(nest.body);
  s = rolling_buffers(s, nest.schedule, nest.bounds);
  s = flatten_storage(s, nest.schedule, nest.args, nest.size_vars, phase);
  s = double_buffers(s, nest.schedule, nest.bounds);
  s = expand_prefetches(s, phase);
  s = expand_virtual_threads(s);
  return hoist_allocations(s);
}

}  // namespace

Result<LoopNest> lower_final(const LoopNest& loops, const LowerOptions& options) {
  const Phase phase("expanding the loops");
  LoopNest nest = loops;
  const auto& sizes = nest.size_vars;
  Stmt s = flattened(nest, LoweringPhase::Final);
  if (options.cancel.cancelled()) return nest;
  s = partition_loops(s, sizes, LoweringPhase::Final);
  s = simplify_statements(s, sizes, LoweringPhase::Final);
  s = vectorize_loops(s, LoweringPhase::Final);
  s = hoist_allocations(s);
  s = unroll_loops(s);
  s = simplify_statements(s, sizes, LoweringPhase::Final);
  s = hoist_conditions(s);
  nest.body = std::move(s);
  return nest;
}

Result<LoopNest> lower_code(const LoopNest& loops, const LowerOptions& options) {
  const Phase phase("expanding the loops");
  LoopNest nest = loops;
  const auto& sizes = nest.size_vars;
  Stmt s = hoist_conditions(flattened(nest, LoweringPhase::Code));
  if (options.cancel.cancelled()) return nest;
  s = partition_loops(s, sizes, LoweringPhase::Code);
  s = simplify_statements(s, sizes, LoweringPhase::Code);
  s = hoist_conditions(s);
  s = vectorize_loops(s, LoweringPhase::Code);
  s = hoist_allocations(s);  // out of the loops that could not become vectors
  s = unroll_loops(s);
  s = simplify_statements(s, sizes, LoweringPhase::Code);
  nest.body = std::move(s);
  return nest;
}

}  // namespace nw::lower
