// SPDX-License-Identifier: GPL-3.0-or-later
// TVM's operator-pattern fusion (FuseOps), with the reason for every edge, and what-if changes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fusion/change.h"

namespace nw::fusion {

// Why two nodes share a group, or do not. Every rule has a sentence (text) and facts.
enum class Rule : uint8_t {
  Fused,                // the producer was merged into its dominator's group, and with it all that lies between
  SameGroupByPath,      // they are in one group because both lie on the way of such merges
  Joined,               // what-if: a join asked for it
  PrimitiveFunction,    // the file itself says what is in this group
  OpaqueProducer,       // an opaque operator is always on its own
  NoDominator,          // the producer's uses never meet again
  ExternUse,            // its value is needed outside: a result, a let, an if, …
  DepthLimit,           // only max_depth is in the way
  IntoTuple,            // its uses meet in a tuple that did not fuse onward
  AnchorNeedsElemwise,  // after an out_elemwise_fusable operator only elementwise ones
  BroadcastPath,        // nothing fuses into the input of an anchor or an opaque operator
  InjectivePath,        // an injective operator fuses only along injective ones
  ReductionIsLast,      // a reduction ends its group
  PathBlocked,          // a node between, or the dominator's group, is of a kind that the rule does not let through
  IntermediateTuple,    // two tuples inside one group
  OptLevelZero,
  NotACall,  // an input, a function, an if, …: no operator's value
  Constant,
  Outside,  // an annotation, or a tuple that no group took in: part of no group
  Fence,    // what-if
  Cut,      // what-if
  DifferentFunctions,
  NotDominated,  // neither reads the other; each would have to reach the node where their ways meet
  NoCommonUse,   // and their ways never meet
  Same,          // asked of one node twice
};
std::string_view to_string(Rule rule);  // "fused", "depth-limit", …

struct Reason {
  Rule rule = Rule::Fused;
  int phase = -1;            // in which it was decided, or last tried: 0, 1, 2; -1: before any
  std::string text;          // one sentence for people
  NodeId blocker;            // the node that is in the way, if any
  NodeId blocker_anchor;     // the anchor of the group that the blocker was in already, if any
  std::vector<NodeId> path;  // from producer to consumer, or to the blocker
  OpPattern producer_pattern = OpPattern::Opaque;
  OpPattern consumer_pattern = OpPattern::Opaque;
  NodeId dominator;              // the producer's immediate post-dominator, if any
  std::optional<Change> change;  // the one change that would fuse the edge
  std::string no_change;         // the sentence that no single change would; empty while none was looked for
};

struct Edge {
  NodeId from, to;
  bool fused = false;
  Reason reason;
};

struct Group {
  GroupId id;
  std::vector<NodeId> nodes;  // calls, tuples and projections in post-DFS order
  NodeId root;                // whose value the group gives
  NodeId anchor;              // the one out_elemwise_fusable call, else invalid
  OpPattern kind = OpPattern::Opaque;
};

// One merge of the algorithm, for stepping through it.
struct MergeStep {
  int phase = 0;
  NodeId from, into;
  std::vector<NodeId> merged;
};

struct Fusion {
  std::vector<Group> groups;
  std::map<NodeId, GroupId> group_of;   // calls, tuples, projections that are in one
  std::vector<Edge> edges;              // every edge between two grouped nodes
  std::map<NodeId, NodeId> dominator;   // immediate post-dominators
  std::map<NodeId, OpPattern> pattern;  // as the algorithm used it
  std::vector<MergeStep> steps;
  Diagnostics diagnostics;
};

// The edges' reasons have neither `change` nor `no_change` yet: see name_changes.
Fusion fuse(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options = {});

// Fills `change` or `no_change` of every edge that is not fused. Each candidate is tried by fusing again: some
// milliseconds an edge on graphs of thousands of nodes.
void name_changes(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options,
                  Fusion& fusion);

// Why a and b are, or are not, in one group; they need not be neighbours. `change` or `no_change` is filled where they
// are not.
Reason why(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options, const Fusion& fusion,
           NodeId a, NodeId b);

}  // namespace nw::fusion
