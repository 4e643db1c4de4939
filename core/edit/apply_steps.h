// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of one group's kernel applied to those of other groups: which groups there are to choose from, and the
// script that comes of it.
#pragma once

#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/target_facts.h"
#include "edit/transfer.h"
#include "fusion/fusion.h"

namespace nw::edit {

// Another group of the model, as one that this group's steps may be applied to.
struct Relative {
  GroupId group;
  std::string ops;     // "conv2d, add, relu"
  bool alike = false;  // something else is computed around the same operator
  bool first = false;  // of those with its computation
};

// For a group: which compute the same, and every other one, those alike first. In the graph's order. Hashes every
// group: not for the UI thread.
struct Relatives {
  std::vector<GroupId> twins;
  std::vector<Relative> others;
};
Relatives relatives(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId group, const CancelToken& cancel);

struct AppliedSteps {
  std::string task;  // of the group they were applied to
  Result<TransferredSteps> steps;
};
// To the computation as the default schedule has it or as its operators are defined: whichever takes more of them.
AppliedSteps apply_steps(const graph::Graph& graph, const fusion::Fusion& fusion, const std::string& script, GroupId to,
                         const TargetFacts& target);

}  // namespace nw::edit
