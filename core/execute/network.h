// SPDX-License-Identifier: GPL-3.0-or-later
// A whole network run on a device: the kernels of its fused groups one after another on the model's own weights.
#pragma once

#include "fusion/fusion.h"
#include "measure/report.h"
#include "measure/request.h"
#include "model/model.h"
#include "runtime/device.h"

namespace nw::execute {

// Fuses the optimized graph as `fusion` says and runs its groups in order, each with the script that `scripts` has for
// its task, else with its default schedule. The graph's inputs are filled by rule (options.inputs), and so are
// constants whose data the file does not hold. options.verify: compares each group and the network's outputs with the
// reference operators (network_verification.h). Where a node has none, runs the source graph too, one operator a
// kernel, without passes, fusion or schedules, and compares the network's outputs. Diagnostics: NW1450, NW1451 (a group
// has no kernel), NW4050, NW4052, NW4053 (other numbers), NW4051 (a kernel takes other tensors than the graph has),
// NW4116 (a dimension has no value), NW4112 (too large), NW4118 (a script takes other arguments).
Result<measure::NetworkReport> run_network(const model::Model& model, const fusion::Options& fusion,
                                           const measure::RunRequest& options, runtime::Device& device,
                                           const std::map<std::string, std::string>& scripts = {});

}  // namespace nw::execute
