// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel run on one target, for the table of targets: on any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "models/target_runs_model.h"
#include "target/connection.h"
#include "worker/kernel.h"

namespace nw::views {

struct KernelToMeasure {
  std::string script;
  std::map<std::string, int64_t> sizes;  // values of symbolic ones
};

// Connects where the facts are not known otherwise, analyses the kernel by the target's rules, runs and checks it. No
// connection: on this computer.
TargetRun run_on(TargetRun run, std::optional<target::Connection> to, const KernelToMeasure& kernel,
                 worker::WorkerOptions worker);

}  // namespace nw::views
