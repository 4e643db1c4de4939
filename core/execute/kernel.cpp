// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/kernel.h"

#include "base/budget.h"
#include "base/deep_stack.h"
#include "fixes/read.h"
#include "runtime/diagnostics.h"

namespace nw::execute {

namespace {

Kernel read_unlimited(const std::string& text, const std::map<std::string, int64_t>& sizes, Diagnostics& diagnostics) {
  Kernel kernel;
  script::ReadOptions options;
  options.sizes = sizes;
  kernel.program = fixes::read(text, options);
  append(diagnostics, kernel.program.diagnostics);
  if (has_errors(kernel.program.diagnostics)) return kernel;
  if (!kernel.program.schedule || kernel.program.args.empty()) {
    diagnostics.push_back(runtime::no_arguments());
    return kernel;
  }
  Result<lower::LoopNest> loops =
      lower::lower_loops(*kernel.program.schedule, kernel.program.args, kernel.program.kernel_name);
  append(diagnostics, loops.diagnostics);
  if (!loops.ok()) return kernel;
  Result<lower::LoopNest> nest = lower::lower_code(*loops);
  append(diagnostics, nest.diagnostics);
  if (nest.ok()) kernel.nest = std::move(*nest);
  return kernel;
}

}  // namespace

Kernel read_kernel(const std::string& text, const std::map<std::string, int64_t>& sizes, Diagnostics& diagnostics) {
  Kernel kernel;
  Diagnostics found;
  std::optional<Diagnostic> stopped;
  on_deep_stack([&] { stopped = within_budget({}, [&] { kernel = read_unlimited(text, sizes, found); }); });
  if (stopped) {
    kernel = {};
    found = {*stopped};
  }
  append(diagnostics, std::move(found));
  return kernel;
}

}  // namespace nw::execute
