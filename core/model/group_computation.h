// SPDX-License-Identifier: GPL-3.0-or-later
// A fused group as a compute DAG: one placeholder for each value that comes from outside, one or more stages a node.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fusion/fusion.h"
#include "graph/graph.h"
#include "te/operation.h"

namespace nw::model {

struct GroupComputation {
  std::vector<te::Tensor> inputs, outputs;
  std::vector<NodeId> input_nodes, output_nodes;  // a node that gives a tuple stands once for each field
  std::map<std::string, NodeId> stage_nodes;      // by stage name
};

// AsDefined: the sums and products of the operators' definitions, what a person would write down. ForSpeed: matrices
// packed and pixels tiled where the default schedule can use it.
enum class Form { AsDefined, ForSpeed };

// Stage names are identifiers, each used once: operators' names for stages, the file's names for inputs. Diagnostics
// (NW1450) where an operator has no computation, (NW1451) where a type is not known.
Result<GroupComputation> group_computation(const graph::Graph& graph, const fusion::Group& group,
                                           Form form = Form::ForSpeed);

// Equal for groups that compute the same: a hash of the group's operators, attributes, shapes and wiring, after a
// readable name ("conv2d_bias_add_relu-1f3a…").
std::string task_key(const graph::Graph& graph, const fusion::Group& group);

}  // namespace nw::model
