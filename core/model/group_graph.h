// SPDX-License-Identifier: GPL-3.0-or-later
// A fused group cut out of its graph: a graph of its own, whose inputs are what the group reads. With the sizes that
// these have in one run, its kernel can be made where the whole graph leaves them open, and it can be evaluated alone.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::model {

struct GroupGraph {
  graph::Graph graph;     // its output is the group's root
  fusion::Fusion fusion;  // one group with all of it
  GroupId group;
  std::map<NodeId, NodeId> inside;  // nodes of the whole graph → their copies
};

// What the group reads from outside and what is not a constant with data, each once.
std::vector<NodeId> group_inputs(const graph::Graph& graph, const fusion::Group& group);

// `input_types`: of group_inputs(), in that order. Types inside are as declared until they are inferred again.
GroupGraph cut_out(const graph::Graph& graph, const fusion::Group& group, std::span<const graph::Type> input_types);

}  // namespace nw::model
