// SPDX-License-Identifier: GPL-3.0-or-later
// A network as it runs, for those who want one of its kernels without running it.
#pragma once

#include "base/result.h"
#include "base/target_facts.h"
#include "fusion/fusion.h"
#include "graph/graph.h"
#include "model/channel_blocks.h"
#include "model/joined_groups.h"
#include "model/model.h"
#include "model/tasks.h"

namespace nw::model {

struct NetworkForm {
  RunFusion run;         // its groups have the numbers that they have in the fusion
  ChannelBlocks blocks;  // none in a network that has sizes which only a run tells
};
NetworkForm network_form(const graph::Graph& graph, const fusion::Fusion& fusion, const TargetFacts& target);

// The kernel that most of the task's groups run: others may take or give values that lie otherwise.
Result<GroupKernel> network_kernel(const graph::Graph& graph, const NetworkForm& form, const Task& task,
                                   const TargetFacts& target);

}  // namespace nw::model
