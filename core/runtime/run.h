// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles a kernel in this process, runs it on inputs made by rule, checks and times it. Only for processes that may
// die of what the kernel does (nestwright-worker, tests).
#pragma once

#include "lower/lower.h"
#include "measure/report.h"
#include "measure/request.h"
#include "runtime/confinement.h"

namespace nw::runtime {

// `nest` is of phase `code`; `args` are the same arguments as the computation was written, before the schedule
// changed it: what is verified against and what is counted as work. `confine` is called once, when all is compiled,
// loaded and allocated.
Result<measure::RunReport> run(const lower::LoopNest& nest, const std::vector<te::Tensor>& args,
                               const measure::RunRequest& options, const Confine& confine = {});

}  // namespace nw::runtime
