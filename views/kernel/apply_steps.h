// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of the kernel on screen applied to another group's kernel: a new schedule there, which undo takes back.
#pragma once

#include <QString>
#include <vector>

#include "base/cancel.h"
#include "fusion/fusion.h"

namespace nw::views {

class Workbench;

// For a group: which compute the same, and which compute something else around the same operator (the first of each
// computation). In the graph's order. Hashes every group: not for the UI thread.
struct Relatives {
  std::vector<GroupId> twins, alike;
};
Relatives relatives(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId group, const CancelToken& cancel);

// Off the UI thread; then the other kernel is opened, and what did not carry over stands among the problems. `name` is
// that of the kernel which the steps come from.
void apply_steps(Workbench* workbench, const std::string& script, const QString& name, GroupId to);

}  // namespace nw::views
