// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles a kernel in this process, runs it on a device on inputs made by rule, checks and times it.
#pragma once

#include <functional>

#include "lower/lower.h"
#include "measure/report.h"
#include "measure/request.h"
#include "runtime/device.h"

namespace nw::runtime {

// `nest` is of phase `code`; `args` are the same arguments as the computation was written, before the schedule changed
// it: what is verified against and what is counted as work. Diagnostics: those of codegen_llvm and of the session,
// NW4111 (a size has no value), NW4112 (an argument is too large), NW4113 (wrong numbers), NW4115, NW4119, NW4180 (the
// kernel gave up). `began` is called with each phase: "compiling", "comparing" with the reference, "measuring".
using PhaseListener = std::function<void(const char* phase)>;
Result<measure::RunReport> run(const lower::LoopNest& nest, const std::vector<te::Tensor>& args,
                               const measure::RunRequest& options, Device& device, const PhaseListener& began = {});

}  // namespace nw::runtime
