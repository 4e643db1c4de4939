// SPDX-License-Identifier: GPL-3.0-or-later
// What a network offers to a search: its fused groups, those that compute the same as one task, and for each whether it
// can be tuned, or why not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fusion/fusion.h"
#include "graph/graph.h"

namespace nw::model {

enum class TaskStatus : uint8_t {
  Ready,
  SizedByData,    // it has a kernel, whose sizes only a run tells: a search needs values for them
  NothingToTune,  // a view of its argument, computed before the first run, or of a few elements
  NoKernel,
};
const char* to_string(TaskStatus status);  // "ready", "sized by data", "nothing to tune", "no kernel"

struct Task {
  std::string key;  // task_key (group_computation.h); of groups without a kernel as well
  TaskStatus status = TaskStatus::Ready;
  std::string why;              // a sentence's end; empty where it is ready
  std::vector<GroupId> groups;  // in the order in which they run
  std::vector<std::string> ops;
  std::vector<std::string> symbols;          // open sizes of the kernel: the graph's own names
  std::vector<graph::Type> inputs, outputs;  // of the first group; of tuples each field
  // How often a run calls it. Nothing: its groups are in the body of a loop, whose turns only the run tells.
  std::vector<std::string> bodies;  // of its groups, "OWNER/BODY", each once
  size_t calls() const { return bodies.empty() ? groups.size() : 0; }
};

// In the order of their first groups; those in bodies come last. A group that cannot be opened is a task with its
// reason.
std::vector<Task> tasks(const graph::Graph& graph, const fusion::Fusion& fusion);

}  // namespace nw::model
