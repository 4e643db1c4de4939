// SPDX-License-Identifier: GPL-3.0-or-later
// TVM's operator-pattern fusion (FuseOps), with the reason for every edge, and what-if changes.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/op_traits.h"

namespace nw::fusion {

using graph::OpPattern;

struct Options {
  int opt_level = 2;       // 0: every call on its own
  int max_depth = 256;     // relay.FuseOps.max_depth
  bool link_params = false;
  std::map<std::string, OpPattern> op_patterns;    // what-if: an operator's pattern
  std::map<NodeId, OpPattern> node_patterns;       // what-if: one node's
  std::set<NodeId> fences;                         // what-if: nothing fuses out of this node
  std::vector<std::pair<NodeId, NodeId>> joins;    // what-if: fuse this edge whatever the rules say
  std::vector<std::pair<NodeId, NodeId>> cuts;     // what-if: never fuse this edge
};

// Why two nodes share a group, or do not. Every rule has a sentence (text) and facts.
enum class Rule : uint8_t {
  Fused, SameGroupByPath, OpaqueProducer, NoDominator, ExternUse, DepthLimit, IntoTuple, AnchorNeedsElemwise,
  BroadcastPath, InjectivePath, ReductionIsLast, PathBlocked, OptLevelZero, NotACall, Constant, Fence, Cut, DifferentFunctions,
  IntermediateTuple, NotDominated,
};
std::string_view to_string(Rule rule);  // "fused", "depth-limit", …

struct Reason {
  Rule rule = Rule::Fused;
  int phase = -1;                   // in which it was decided, or last tried: 0, 1, 2; -1: before any
  std::string text;                 // one sentence a person understands
  NodeId blocker;                   // the node that stands in the way, if one does
  std::vector<NodeId> path;         // from producer to consumer, or to the blocker
  OpPattern producer_pattern = OpPattern::Opaque;
  OpPattern consumer_pattern = OpPattern::Opaque;
  NodeId dominator;                 // the producer's immediate post-dominator, if any
  std::string change;               // the one change that would fuse the edge ("--cut …", "--pattern sum=injective"), or that none would
};

struct Edge { NodeId from, to; bool fused = false; Reason reason; };

struct Group {
  GroupId id;
  std::vector<NodeId> nodes;        // calls, tuples and projections in post-DFS order
  NodeId root;                      // whose value the group gives
  NodeId anchor;                    // the one out_elemwise_fusable call, else invalid
  OpPattern kind = OpPattern::Opaque;
};

// One merge of the algorithm, for stepping through it.
struct MergeStep { int phase = 0; NodeId from, into; std::vector<NodeId> merged; };

struct Fusion {
  std::vector<Group> groups;
  std::map<NodeId, GroupId> group_of;   // calls, tuples, projections that are in one
  std::vector<Edge> edges;              // every edge between two grouped nodes
  std::map<NodeId, NodeId> dominator;   // immediate post-dominators
  std::map<NodeId, OpPattern> pattern;  // as the algorithm used it
  std::vector<MergeStep> steps;
  Diagnostics diagnostics;
};

Fusion fuse(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options = {});

// Why a and b are, or are not, in one group; they need not be neighbours.
Reason why(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options, const Fusion& fusion, NodeId a, NodeId b);

}  // namespace nw::fusion
