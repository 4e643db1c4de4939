// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of a run goes, as a tree: scope → group → stage → loop, each with its inclusive and its own time. Of a
// network that was not run, its operations instead. Stages and loops are known of kernels that were profiled.
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "base/cancel.h"
#include "kernel/nest_heat.h"
#include "model/operator_table.h"

namespace nw::views {

// Where the time of one group's kernel went.
struct GroupProfile {
  GroupId group;
  std::shared_ptr<const kernel::KernelPreview> preview;
  std::shared_ptr<const kernel::NestHeat> heat;
  bool operator==(const GroupProfile&) const = default;
};

struct FlameNode {
  enum class Kind { Network, Scope, Group, Operator, Stage, Loop } kind = Kind::Network;
  QString title;         // "layer1", "conv2d + relu", "yo in 0..14"
  double inclusive = 0;  // microseconds, or operations
  double self = 0;       // without those below it
  double begin = 0;      // sum of the siblings before it and of those of its parents: where it begins
  int depth = 0;
  int parent = -1;
  int children_end = 0;  // the first node that is not below it
  NodeId node;           // of a group its anchor
  GroupId group;         // of groups, and of stages and loops
  QString scope;         // of scopes: "encoder/layer1"
};

struct Flame {
  std::vector<FlameNode> nodes;      // a node is followed by those below it, the largest first
  bool timed = false;                // microseconds; else operations
  int depth = 0;                     // levels
  QString text(double value) const;  // "1.2 ms", "81.8 M operations"
  QString about(size_t node) const;  // in a sentence
  double share(double value) const;  // of the whole
};

// Null if cancelled.
std::shared_ptr<const Flame> make_flame(const model::OperatorTable& table, const std::vector<GroupProfile>& profiles,
                                        const CancelToken& cancel = {});

}  // namespace nw::views
