// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/analysis.h"

#include <algorithm>

#include "base/budget.h"
#include "fixes/read.h"
#include "lower/analysed.h"
#include "lower/nest_hash.h"
#include "script/analysed_program.h"

namespace nw::kernel {

namespace {

KernelAnalysis analyse_tvmscript(const std::string& text, const AnalysisOptions& options) {
  KernelAnalysis kernel;
  kernel.text = text;
  kernel.target = options.target;
  kernel.program.text = std::make_shared<const std::string>(text);
  tvmscript::Opened opened = tvmscript::open(text, {}, options.sizes);
  kernel.diagnostics = std::move(opened.diagnostics);
  kernel.program.diagnostics = kernel.diagnostics;
  if (!opened.kernel) return kernel;
  kernel.tvmscript = std::make_shared<const tvmscript::Kernel>(std::move(*opened.kernel));
  const lower::LoopNest& nest = kernel.tvmscript->nest;
  kernel.program.schedule = nest.schedule;
  kernel.program.scheduled = nest.schedule.outputs();
  kernel.program.args = nest.arg_tensors;
  kernel.program.kernel_name = nest.name;
  kernel.program.size_vars = nest.size_vars;
  for (const auto& [name, value] : options.sizes)
    if (std::ranges::none_of(nest.size_vars, [&](const tir::Var& v) { return v->name == name; }))
      kernel.program.fixed_sizes[name] = value;
  if (nest.body) kernel.nest = nest;
  return kernel;
}

}  // namespace

KernelAnalysis analyse_unlimited(const std::string& text, const AnalysisOptions& options) {
  if (tvmscript::is_tvmscript(text)) return analyse_tvmscript(text, options);
  KernelAnalysis kernel;
  kernel.text = text;
  kernel.target = options.target;
  kernel.stop_after_line = options.stop_after_line;
  script::ReadOptions reading;
  reading.sizes = options.sizes;
  reading.stop_after_line = options.stop_after_line;
  reading.target = options.target;
  reading.cancel = options.cancel;
  script::AnalysedProgram read =
      options.fixes ? fixes::read_analysed(text, reading) : script::read_analysed(text, reading);
  kernel.program = std::move(read.program);
  kernel.diagnostics = kernel.program.diagnostics;
  if (!kernel.program.schedule || options.cancel.cancelled()) return kernel;
  lower::LowerOptions lowering;
  lowering.bounds_because = true;
  lowering.cancel = options.cancel;
  const script::Program& p = kernel.program;
  Result<lower::LoopNest> nest =
      read.analysed ? lower::lower_loops(std::move(*read.analysed), arguments(p), p.kernel_name, lowering)
                    : lower::lower_loops(*p.schedule, arguments(p), p.kernel_name, lowering);
  // The reader has reported the same already, and with fixes.
  for (Diagnostic& d : nest.diagnostics)
    if (std::ranges::none_of(kernel.diagnostics, [&](const Diagnostic& known) {
          return known.code == d.code && known.message == d.message && line_of(known) == line_of(d);
        }))
      kernel.diagnostics.push_back(std::move(d));
  kernel.nest = std::move(nest.value);
  std::stable_sort(kernel.diagnostics.begin(), kernel.diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
  return kernel;
}

KernelAnalysis analyse(const std::string& text, const AnalysisOptions& options) {
  KernelAnalysis kernel;
  Limits limits;
  limits.cancel = options.cancel;
  if (const auto stopped = within_budget(limits, [&] { kernel = analyse_unlimited(text, options); })) {
    kernel = {};
    kernel.text = text;
    kernel.diagnostics = {*stopped};
  }
  return kernel;
}

std::vector<te::Tensor> arguments(const script::Program& program) {
  if (program.ok() && !program.args.empty()) return program.args;
  std::vector<te::Tensor> all = program.args;
  const auto add = [&](const te::Tensor& t) {
    if (std::ranges::none_of(all, [&](const te::Tensor& known) { return te::same_tensor(known, t); })) all.push_back(t);
  };
  for (const StageId id : program.schedule->order())
    if (const te::Operation& op = program.schedule->stage(id).op; op->kind == te::OpKind::Placeholder)
      add(te::output(op));
  if (program.args.empty())
    for (const te::Operation& op : program.schedule->outputs())
      for (int i = 0; i < op->num_outputs(); ++i) add(te::output(op, i));
  return all;
}

std::string analysis_hash(const KernelAnalysis& kernel) {
  return kernel.complete() && !kernel.program.args.empty() ? lower::nest_hash(*kernel.nest) : std::string();
}

}  // namespace nw::kernel
