// SPDX-License-Identifier: GPL-3.0-or-later
// Options of fusion: TVM's two limits, and the active what-ifs of one graph.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "graph/op_traits.h"

namespace nw::fusion {

using graph::OpPattern;

struct Options {
  int opt_level = 2;                             // 0: every call on its own
  int max_depth = 256;                           // relay.FuseOps.max_depth
  std::map<std::string, OpPattern> op_patterns;  // what-if: an operator's pattern
  std::map<NodeId, OpPattern> node_patterns;     // what-if: one node's
  std::set<NodeId> fences;                       // what-if: nothing fuses out of this node
  std::vector<std::pair<NodeId, NodeId>> joins;  // what-if: fuse this edge whatever the rules say
  std::vector<std::pair<NodeId, NodeId>> cuts;   // what-if: never fuse this edge; a join of the same edge has no effect

  bool operator==(const Options&) const = default;
};

}  // namespace nw::fusion
