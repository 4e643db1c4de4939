// SPDX-License-Identifier: GPL-3.0-or-later
// The fused groups of a network in the order in which they run, and what running each takes.
#pragma once

#include <cstdint>
#include <vector>

#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::model {

enum class Role : uint8_t {
  Run,     // by a kernel, or by the operators' references, in every run
  Fixed,   // it follows from sizes and constants: computed once, before the first run
  View,    // the elements of its argument in the same order in another shape: nothing is computed
  Joined,  // a concatenation whose arguments lie in it one after the other (memory_plan.h): nothing is computed
};

struct OrderedGroup {
  const fusion::Group* group = nullptr;
  Role role = Role::Run;
  NodeId source = {};  // of a view: the tensor whose memory it is
};

// Each group after those that it reads, in post order of their roots.
std::vector<OrderedGroup> run_order(const graph::Graph& graph, const fusion::Fusion& fusion);

// The type's tensors have a known rank and numbers for sizes, and lie in memory as numbers do: no strings.
bool has_sizes(const graph::Type& type);
// One of the group's operators takes a function: a loop's body.
bool has_body(const graph::Graph& graph, const fusion::Group& group);
// An operator that gives the elements of its argument in the same order in another shape.
bool keeps_elements(const graph::Node& node);
// Only the type of the group's argument matters.
bool reads_shape_only(const graph::Graph& graph, const fusion::Group& group);

}  // namespace nw::model
