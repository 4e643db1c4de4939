// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/budget.h"
#include "lower/passes.h"

namespace nw::lower {

namespace {

// What both phases begin with.
Stmt flattened(const LoopNest& nest, Form form) {
  Stmt s = resolve_bindings(nest.body);
  s = rolling_buffers(s, nest.schedule, nest.bounds);
  s = flatten_storage(s, nest.schedule, nest.args, nest.size_vars, form);
  s = double_buffers(s, nest.schedule, nest.bounds);
  s = expand_virtual_threads(s);
  return hoist_allocations(s);
}

}  // namespace

Result<LoopNest> lower_final(const LoopNest& loops, const LowerOptions& options) {
  const Phase phase("expanding the loops");
  LoopNest nest = loops;
  const auto& sizes = nest.size_vars;
  Stmt s = flattened(nest, Form::Plain);
  if (options.cancel.cancelled()) return nest;
  s = partition_loops(s, sizes, Form::Plain);
  s = simplify_statements(s, sizes, Form::Plain);
  s = vectorize_loops(s, Form::Plain);
  s = hoist_allocations(s);
  s = unroll_loops(s);
  s = simplify_statements(s, sizes, Form::Plain);
  s = hoist_conditions(s);
  nest.body = std::move(s);
  return nest;
}

Result<LoopNest> lower_code(const LoopNest& loops, const LowerOptions& options) {
  const Phase phase("expanding the loops");
  LoopNest nest = loops;
  const auto& sizes = nest.size_vars;
  Stmt s = hoist_conditions(flattened(nest, Form::Code));
  if (options.cancel.cancelled()) return nest;
  s = partition_loops(s, sizes, Form::Code);
  s = simplify_statements(s, sizes, Form::Code);
  s = hoist_conditions(s);
  s = vectorize_loops(s, Form::Code);
  s = hoist_allocations(s);  // out of the loops that could not become vectors
  s = unroll_loops(s);
  s = simplify_statements(s, sizes, Form::Code);
  nest.body = std::move(s);
  return nest;
}

}  // namespace nw::lower
