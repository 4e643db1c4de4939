// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of a network as it runs them: a concatenation whose arguments are computed where they lie in it
// (memory_plan.h) computes nothing, and leaves the group that reads it.
#pragma once

#include <map>

#include "fusion/fusion.h"
#include "graph/graph.h"
#include "model/memory_plan.h"

namespace nw::model {

struct RunFusion {
  // The groups keep their places and ids; those of concatenations that left theirs follow.
  fusion::Fusion fusion;
  std::map<GroupId, fusion::Group> whole = {};  // groups that a concatenation left, as they were
  std::map<NodeId, GroupId> left = {};          // by such a concatenation

  // What people know the group as: with its concatenation; and of such a concatenation the group that it left.
  const fusion::Group& shown(const fusion::Group& group) const;
};

// A network of dense blocks has one kernel for the sums of all prefixes then, instead of one for each number of
// arguments. `graph` and `options`: as for plan_memory.
RunFusion with_joined_apart(const graph::Graph& graph, fusion::Fusion fusion, const MemoryOptions& options = {});

}  // namespace nw::model
