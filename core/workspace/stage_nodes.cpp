// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/stage_nodes.h"

#include "model/group_computation.h"

namespace nw::workspace {

NodeId node_of_stage(const script::Program& program, StageId stage, const std::vector<NodeId>& group_nodes) {
  return program.schedule && stage.valid() ? model::node_of(program.schedule->stage(stage).op, group_nodes) : NodeId();
}

std::vector<StageId> stages_of_node(const script::Program& program, NodeId node,
                                    const std::vector<NodeId>& group_nodes) {
  std::vector<StageId> stages;
  if (!program.schedule || !node.valid()) return stages;
  for (const StageId stage : program.schedule->order())
    if (node_of_stage(program, stage, group_nodes) == node) stages.push_back(stage);
  return stages;
}

}  // namespace nw::workspace
