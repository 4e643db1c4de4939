// SPDX-License-Identifier: GPL-3.0-or-later
// A model cut into regions for accelerators, as TVM 0.11's AnnotateTarget, MergeCompilerRegions and PartitionGraph cut
// it: every call goes to the first target that takes it, neighbours of one target are merged where no cycle can come of
// it, and every region becomes a function of its own.
#pragma once

#include "pattern/table.h"

namespace nw::pattern {

struct OffloadOptions {
  std::vector<std::string> targets;  // in this order
  bool calls_only = false;           // include_non_call_ops=False: tuples and fields belong to no target
  bool bind_constants = true;        // constants go into the regions; else they are arguments
};

struct Region {
  std::string compiler;
  std::vector<std::string> ops;  // in post order; "@NAME" for a composite
  std::vector<NodeId> calls;     // of `ops`
  std::vector<std::string> arguments;
  std::vector<NodeId> constants;  // inside, those of composites too
  std::vector<std::string> results;
  int64_t bytes_in = 0, bytes_out = 0;  // that cross its border, constants apart; 0 where an extent is not known
};

// Two neighbours of one target in different regions.
struct Cut {
  NodeId from, to;
  std::string compiler;
  std::vector<NodeId> path;  // from the one to the other through other nodes; empty: TVM is merely careful
};

struct Offloaded {
  std::vector<Region> regions;
  std::vector<Cut> cuts;
};

// Changes `program`, whose composites are made before: main then calls the regions.
Offloaded offload(Program& program, const Table& table, const OffloadOptions& options);

}  // namespace nw::pattern
