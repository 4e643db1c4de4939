// SPDX-License-Identifier: GPL-3.0-or-later
// An analysed kernel handed to a worker (target/kernel.h): what the analysis found is neither checked nor reported
// again.
#pragma once

#include "kernel/analysis.h"
#include "worker/kernel.h"

namespace nw::kernel {

// `kernel` was analysed for the sizes of the request. Its diagnostics come first; with an error among them, nothing is
// sent.
Result<measure::RunReport> run(const KernelAnalysis& kernel, const measure::RunRequest& request,
                               const worker::WorkerOptions& worker = {});
Result<worker::Emitted> compile(const KernelAnalysis& kernel, const worker::EmitRequest& request,
                                const worker::WorkerOptions& worker = {});

}  // namespace nw::kernel
