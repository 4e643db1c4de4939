// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/kernel.h"

#include "base/budget.h"
#include "base/deep_stack.h"
#include "fixes/read.h"
#include "lower/analysed.h"
#include "lower/nest_hash.h"
#include "runtime/diagnostics.h"
#include "tvmscript/kernel.h"

namespace nw::execute {

namespace {

// The nest of phase `code`, or why there is none.
void finish(Kernel& kernel, const lower::LoopNest& loops, Diagnostics& diagnostics) {
  Result<lower::LoopNest> nest = lower::lower_code(loops);
  append(diagnostics, nest.diagnostics);
  if (nest.ok()) kernel.nest = std::move(*nest);
}

// What the caller has checked: steps are applied, bounds inferred and loops built. Only what bound inference relies on
// is checked again. Nothing if these are not the loops that were checked.
std::optional<Kernel> read_checked(const std::string& text, const script::ReadOptions& options,
                                   const std::string& nest_hash, Diagnostics& diagnostics) {
  script::ReadOptions quick = options;
  quick.verify = quick.explain = false;
  Kernel kernel{script::read(text, quick), {}};
  const script::Program& p = kernel.program;
  if (!p.ok() || !p.schedule || p.args.empty()) return std::nullopt;
  Result<schedule::Schedule> normalized = schedule::normalize(*p.schedule);
  if (!normalized.value || has_errors(schedule::verify_structure(*p.schedule, *normalized))) return std::nullopt;
  Result<schedule::Bounds> bounds = schedule::infer_bounds(*normalized);
  if (!bounds.value) return std::nullopt;
  const Result<lower::LoopNest> loops =
      lower::lower_loops(schedule::ScheduleAnalysis{std::move(*normalized), std::move(*bounds)}, p.args, p.kernel_name);
  if (!loops.ok() || lower::nest_hash(*loops) != nest_hash) return std::nullopt;
  finish(kernel, *loops, diagnostics);
  return kernel;
}

// TVMScript says its loops itself.
Kernel read_tvmscript(const std::string& text, const std::map<std::string, int64_t>& sizes, Diagnostics& diagnostics) {
  Kernel kernel;
  tvmscript::Opened opened = tvmscript::open(text, {}, sizes);
  append(diagnostics, opened.diagnostics);
  if (!opened.kernel || has_errors(opened.diagnostics)) return kernel;
  const lower::LoopNest& nest = opened.kernel->nest;
  if (!nest.body || nest.args.empty()) {
    diagnostics.push_back(*opened.kernel->unrunnable);
    return kernel;
  }
  kernel.program.args = nest.arg_tensors;
  kernel.program.kernel_name = nest.name;
  kernel.program.size_vars = nest.size_vars;
  finish(kernel, nest, diagnostics);
  return kernel;
}

Kernel read_unlimited(const std::string& text, const std::map<std::string, int64_t>& sizes,
                      const std::string& nest_hash, Diagnostics& diagnostics) {
  if (tvmscript::is_tvmscript(text)) return read_tvmscript(text, sizes, diagnostics);
  script::ReadOptions options;
  options.sizes = sizes;
  if (!nest_hash.empty())
    if (std::optional<Kernel> checked = read_checked(text, options, nest_hash, diagnostics)) return std::move(*checked);
  Kernel kernel;
  kernel.program = fixes::read(text, options);
  append(diagnostics, kernel.program.diagnostics);
  if (has_errors(kernel.program.diagnostics)) return kernel;
  if (!kernel.program.schedule || kernel.program.args.empty()) {
    diagnostics.push_back(runtime::no_arguments());
    return kernel;
  }
  const Result<lower::LoopNest> loops =
      lower::lower_loops(*kernel.program.schedule, kernel.program.args, kernel.program.kernel_name);
  append(diagnostics, loops.diagnostics);
  if (loops.ok()) finish(kernel, *loops, diagnostics);
  return kernel;
}

}  // namespace

Kernel read_kernel(const std::string& text, const std::map<std::string, int64_t>& sizes, Diagnostics& diagnostics,
                   const std::string& nest_hash) {
  Kernel kernel;
  Diagnostics found;
  std::optional<Diagnostic> stopped;
  on_deep_stack([&] { stopped = within_budget({}, [&] { kernel = read_unlimited(text, sizes, nest_hash, found); }); });
  if (stopped) {
    kernel = {};
    found = {*stopped};
  }
  append(diagnostics, std::move(found));
  return kernel;
}

}  // namespace nw::execute
