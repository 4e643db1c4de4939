// SPDX-License-Identifier: GPL-3.0-or-later
// A fused group as a compute DAG: one placeholder for each value that comes from outside, one or more stages a node,
// each marked with the node of the group that it computes (te::OperationNode::node).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/target_facts.h"
#include "fusion/fusion.h"
#include "graph/graph.h"
#include "model/channel_blocks.h"
#include "te/operation.h"

namespace nw::model {

// The symbolic sizes of a computation, by the names that they have in it, and the graph's symbols that they stand for.
using SizeSymbols = std::vector<std::pair<std::string, tir::Var>>;

struct GroupComputation {
  std::vector<te::Tensor> inputs, outputs;
  std::vector<NodeId> input_nodes, output_nodes;  // a node that gives a tuple is listed for each field
  SizeSymbols sizes;
};

// AsDefined: the sums and products of the operators' definitions, what a person would write down. ForSpeed: matrices
// packed and pixels tiled where the default schedule can use it. ForNetwork: the same where constants are packed before
// the kernel is called (packing.h).
enum class Form { AsDefined, ForSpeed, ForNetwork };

// The form that the default schedule is for: packed matrices and tiles are for the vectors of a processor.
Form scheduled_form(const TargetFacts& target);

// Tiles are made for the target's cores. Stage names are identifiers, each used once: operators' names for stages, the
// file's names for inputs. Diagnostics (NW1450) where an operator has no computation, (NW1451) where a type is not
// known.
// `blocks`: how the caller lays its images afterwards (lay_in_blocks()).
Result<GroupComputation> group_computation(const graph::Graph& graph, const fusion::Group& group,
                                           Form form = Form::ForSpeed, const TargetFacts& target = {},
                                           const ChannelBlocks& blocks = {});

// The node of the group that an operation computes; none if it is not marked with one. All groups of a task share their
// scripts: they have equal nodes in the same order.
NodeId node_of(const te::Operation& op, const std::vector<NodeId>& group_nodes);

// Equal for groups that compute the same: a hash of the group's operators, attributes, shapes and wiring, after a
// readable name ("conv2d_bias_add_relu-1f3a…").
std::string task_key(const graph::Graph& graph, const fusion::Group& group);

}  // namespace nw::model
