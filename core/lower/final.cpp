// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/passes.h"

namespace nw::lower {

Result<LoopNest> lower_final(const LoopNest& loops, const LowerOptions& options) {
  LoopNest nest = loops;
  const auto& sizes = nest.size_vars;
  Stmt s = resolve_bindings(nest.body);
  s = flatten_storage(s, nest.args, sizes);
  s = expand_virtual_threads(s);
  s = hoist_allocations(s);
  s = hoist_conditions(s);
  if (options.cancel.cancelled()) return nest;
  s = partition_loops(s, sizes);
  s = simplify_statements(s, sizes);
  s = hoist_conditions(s);
  s = vectorize_loops(s);
  s = hoist_allocations(s);  // out of the loops that could not become vectors
  s = unroll_loops(s);
  s = simplify_statements(s, sizes);
  nest.body = std::move(s);
  return nest;
}

}  // namespace nw::lower
