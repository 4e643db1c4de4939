// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/worker_kernel.h"

namespace nw::kernel {

namespace {

worker::KernelSource source_of(const KernelAnalysis& kernel) {
  return {kernel.text, analysis_hash(kernel)};
}

// The worker reports about the schedule only where it could not know that all is reported.
template <class T>
Result<T> with_analysis(const KernelAnalysis& kernel, const worker::KernelSource& source, Result<T> result) {
  if (!source.nest_hash.empty())
    result.diagnostics.insert(result.diagnostics.begin(), kernel.diagnostics.begin(), kernel.diagnostics.end());
  return result;
}

}  // namespace

Result<measure::RunReport> run(const KernelAnalysis& kernel, const measure::RunRequest& request,
                               const worker::WorkerOptions& worker) {
  if (has_errors(kernel.diagnostics)) return kernel.diagnostics;
  if (kernel.tvmscript)
    for (const auto& refused :
         {kernel.tvmscript->unrunnable, request.verify ? kernel.tvmscript->unverifiable : std::nullopt})
      if (refused) return *refused;
  const worker::KernelSource source = source_of(kernel);
  return with_analysis(kernel, source, worker::run_kernel(source, request, worker));
}

Result<worker::Emitted> compile(const KernelAnalysis& kernel, const worker::EmitRequest& request,
                                const worker::WorkerOptions& worker) {
  if (has_errors(kernel.diagnostics)) return kernel.diagnostics;
  const worker::KernelSource source = source_of(kernel);
  return with_analysis(kernel, source, worker::emit_kernel(source, request, worker));
}

}  // namespace nw::kernel
