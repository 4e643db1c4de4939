// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of the kernel on screen applied to another group's kernel: a new schedule there, which undo takes back.
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "base/cancel.h"
#include "fusion/fusion.h"

namespace nw::views {

class Workbench;

// Another group of the model, as one that this group's steps may be applied to.
struct Relative {
  GroupId group;
  QString ops;         // "conv2d, add, relu"
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

// Off the UI thread; then the other kernel is opened, and what did not carry over stands among the problems for as long
// as that kernel has the script which came of it. `name` is that of the kernel which the steps come from. `told` hears
// how many steps were left out.
void apply_steps(Workbench* workbench, const std::string& script, const QString& name, GroupId to,
                 std::function<void(int)> told);

}  // namespace nw::views
