// SPDX-License-Identifier: GPL-3.0-or-later
// TVM's operator-pattern fusion (FuseOps), with the reason for every edge, and what-if changes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "fusion/change.h"

namespace nw::fusion {

// Why two nodes share a group, or do not. Every rule has a sentence (text) and facts.
enum class Rule : uint8_t {
  Fused,                // the producer and all nodes between were merged into its dominator's group
  SameGroupByPath,      // in one group because both are on the paths of such merges
  Joined,               // what-if: by a join
  PrimitiveFunction,    // the group is a primitive function of the file
  OpaqueProducer,       // an opaque operator is always on its own
  NoDominator,          // the producer has no post-dominator
  ExternUse,            // its value is needed outside: a result, a let, an if, …
  DepthLimit,           // only max_depth prevents the merge
  IntoTuple,            // its dominator is a tuple that is not merged further
  AnchorNeedsElemwise,  // only elementwise operators fuse after an out_elemwise_fusable one
  BroadcastPath,        // nothing fuses into the input of an anchor or an opaque operator
  InjectivePath,        // an injective operator fuses only along injective ones
  ReductionIsLast,      // a reduction ends its group
  PathBlocked,          // the rule does not allow the pattern of a node between, or of the dominator's group
  IntermediateTuple,    // two tuples inside one group
  OptLevelZero,
  NotACall,  // an input, a function, an if, …: no operator's value
  Constant,
  Outside,  // in no group: an annotation, or a tuple that was not merged
  Fence,    // what-if
  Cut,      // what-if
  DifferentFunctions,
  NotDominated,  // neither reads the other; both would have to merge into their common post-dominator
  NoCommonUse,   // and they have no common post-dominator
  Same,          // both are the same node
};
std::string_view to_string(Rule rule);  // "fused", "depth-limit", …

struct Reason {
  Rule rule = Rule::Fused;
  int phase = -1;            // of the merge, or of the last attempt: 0, 1, 2; -1: before any
  Sentence text;             // one sentence for people
  NodeId blocker;            // the node that prevents the merge, if any
  NodeId blocker_anchor;     // the anchor of the blocker's group at that time, if any
  std::vector<NodeId> path;  // from producer to consumer, or to the blocker
  OpPattern producer_pattern = OpPattern::Opaque;
  OpPattern consumer_pattern = OpPattern::Opaque;
  NodeId dominator;              // the producer's immediate post-dominator, if any
  std::optional<Change> change;  // the one change that would fuse the edge
  Sentence no_change;            // says that no single change would; empty before the search
};

struct Edge {
  NodeId from, to;
  bool fused = false;
  Reason reason;
};

struct Group {
  GroupId id;
  std::vector<NodeId> nodes;  // calls, tuples and projections in post-DFS order
  NodeId root;                // the node whose value is the group's result
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

// The reason why a and b are, or are not, in one group; they need not be adjacent. `change` or `no_change` is filled if
// they are not.
Reason why(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options, const Fusion& fusion,
           NodeId a, NodeId b);

}  // namespace nw::fusion
