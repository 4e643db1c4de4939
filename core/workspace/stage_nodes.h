// SPDX-License-Identifier: GPL-3.0-or-later
// Stages of a kernel ↔ nodes of the fused group that they compute, by te::OperationNode::node.
#pragma once

#include <vector>

#include "script/script.h"

namespace nw::workspace {

// None if the stage's operation has no node: an argument, or an operation that the user wrote.
NodeId node_of_stage(const script::Program& program, StageId stage, const std::vector<NodeId>& group_nodes);

// In the order of computation: the last computes the node's value, the others intermediate values.
std::vector<StageId> stages_of_node(const script::Program& program, NodeId node,
                                    const std::vector<NodeId>& group_nodes);

}  // namespace nw::workspace
