// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel's time goes: it is run again and again while its threads are sampled, and each sample is looked up in
// its object's line table, and among its instructions.
#pragma once

#include <functional>
#include <optional>

#include "codegen_llvm/jit.h"
#include "measure/report.h"
#include "runtime/thread_pool.h"

namespace nw::runtime {

// `run` runs the kernel once on `machine`. Nothing where the system gives no timers, or the table cannot be read.
std::optional<measure::TimeProfile> profile(const lower::LoopNest& nest, const codegen::CompiledKernel& kernel,
                                            const KernelRuntime& machine, const std::function<void()>& run);

}  // namespace nw::runtime
