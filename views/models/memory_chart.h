// SPDX-License-Identifier: GPL-3.0-or-later
// The memory plan of a network as a picture: a block is a buffer of the arena from the group that writes it to the last
// that reads it; time goes across, addresses go down.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/memory_plan.h"

namespace nw::views {

struct MemoryChart {
  struct Block {
    model::ValueId value;
    GroupId group;  // that computes it
    QString name;   // of its node
    int64_t offset = 0, bytes = 0;
    size_t first = 0, last = 0;  // places in the order of the groups
    model::Sharing sharing = model::Sharing::None;
    QString shares_with = {};  // node whose memory it is
  };

  std::vector<Block> blocks;  // by the step that writes them
  size_t steps = 0;           // groups, in the order in which they run
  int64_t arena = 0, live = 0, unshared = 0;
  std::vector<int64_t> alive;  // bytes in use, by step
  size_t outside = 0;          // values whose size only a run tells, or that need no place

  static MemoryChart of(const graph::Graph& graph, const fusion::Fusion& fusion);

  // The block at an address in a step: the last one written there. Nothing: none.
  std::optional<size_t> at(size_t step, int64_t address) const;
  std::optional<size_t> blockOf(NodeId node) const;
  QString summary() const;               // "arena 8.4 MB; 8.1 MB are alive at once (1.04); 114 MB if each …"
  QString describe(size_t block) const;  // one block, for a tooltip
};

}  // namespace nw::views
