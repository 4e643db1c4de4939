// SPDX-License-Identifier: GPL-3.0-or-later
// Constants that a stage only rearranges, packed once and not in every call: the stage becomes a kernel of its own, and
// the group's kernel takes its result.
#pragma once

#include <string>
#include <vector>

#include "base/target_facts.h"
#include "graph/graph.h"
#include "model/group_computation.h"

namespace nw::model {

// One such stage. Its kernel takes the constant and gives what the group's kernel takes in its place.
struct Packing {
  std::string script;  // equal for equal kernels
  NodeId constant;
  size_t input = 0;  // of the group's kernel, counted from 0
};

// Takes the stages that pack a constant with data out of the computation; placeholders, tagged as they were, stand for
// them among its inputs.
std::vector<Packing> take_out_packings(const graph::Graph& graph, GroupComputation& computation,
                                       const TargetFacts& target);

}  // namespace nw::model
