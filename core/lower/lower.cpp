// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/lower.h"

#include <algorithm>
#include <chrono>

#include "base/budget.h"
#include "lower/analysed.h"
#include "lower/nest_builder.h"

namespace nw::lower {

using namespace tir;

namespace {

// The variables of shapes, in the order in which the arguments' shapes name them, then the computation's.
std::vector<Var> size_variables(const std::vector<te::Tensor>& args) {
  std::vector<Var> found;
  auto look = [&](const Expr& e) {
    walk(e, [&](const Expr& x) {
      if (x->kind != ExprKind::Var) return true;
      const Var v(static_cast<const VarNode*>(x.get()));
      if (std::find(found.begin(), found.end(), v) == found.end()) found.push_back(v);
      return true;
    });
  };
  for (const te::Tensor& t : args)
    for (const Expr& e : t->shape) look(e);
  return found;
}

}  // namespace

Result<LoopNest> lower_loops(const schedule::Schedule& s, const std::vector<te::Tensor>& args, const std::string& name,
                             const LowerOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  auto normalized = schedule::normalize(s);
  if (!normalized) return std::move(normalized.diagnostics);
  Diagnostics problems = schedule::verify_structure(s, *normalized);
  if (has_errors(problems)) return problems;
  auto bounds = schedule::infer_bounds(*normalized, options.bounds_because);
  if (!bounds) return std::move(bounds.diagnostics);
  if (options.bounds_us)
    *options.bounds_us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  problems = schedule::verify_bounds(*normalized, *bounds);
  if (has_errors(problems)) return problems;
  return lower_loops(schedule::ScheduleAnalysis{std::move(*normalized), std::move(*bounds)}, args, name, options);
}

Result<LoopNest> lower_loops(schedule::ScheduleAnalysis analysed, const std::vector<te::Tensor>& args,
                             const std::string& name, const LowerOptions& options) {
  const Phase phase("building the loops");
  LoopNest nest;
  nest.name = name;
  nest.arg_tensors = args;
  nest.size_vars = size_variables(args);
  nest.schedule = std::move(analysed.normalized);
  nest.bounds = std::move(analysed.bounds);
  NestBuilder builder(nest.schedule, nest.bounds, args, options.cancel);
  nest.body = builder.build();
  if (Diagnostics found = builder.take_diagnostics(); has_errors(found)) return found;
  nest.args = builder.arg_buffers();
  for (const te::Tensor& t : args) {
    const StageId id = nest.schedule.find(t->op);
    nest.arg_is_output.push_back(id && nest.schedule.stage(id).op->kind != te::OpKind::Placeholder);
  }
  return nest;
}

}  // namespace nw::lower
