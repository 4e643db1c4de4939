// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithm step by step: the dominator tree, then the three phases, one decision at a time, forward and back.
#pragma once

#include "fusion/fusion.h"

namespace nw::fusion {

struct PlayEvent {
  enum class Kind : uint8_t {
    Dominator,  // `node` is a child of `dominator` in the tree, or a root without one
    Phase,      // a phase begins
    Merge,      // `node`, with all nodes between, is merged into the group of `dominator`
    Refusal,    // `node` is not merged; in the phase of the last attempt
  };
  Kind kind = Kind::Phase;
  int phase = -1;  // 0, 1, 2; -1: before them (dominator tree, joins, nodes that can never fuse)
  NodeId node;
  NodeId dominator;
  OpPattern pattern = OpPattern::Opaque;  // Dominator: the greatest pattern of the edges between
  std::vector<NodeId> merged;             // Merge: `node` and the nodes between
  // Refusal: why. Dominator without one: no-dominator or extern-use. Merge: fused, joined or primitive-function.
  Rule rule = Rule::Fused;
  NodeId blocker;  // Refusal: the node that prevents the merge, if any
};
std::string_view to_string(PlayEvent::Kind kind);  // "dominator", "phase", "merge", "refusal"

struct Playback {
  std::vector<PlayEvent> events;

  // For each node of the graph, the root of its group after the first `count` events (the node itself while it is
  // alone). Calls may be in any order of `count`, as a slider is dragged.
  std::vector<NodeId> groups_after(size_t count) const;
  size_t nodes = 0;  // of the graph
};

// How many events have happened once it is decided whether these two nodes are in one group: the one that merges them
// is the last of them, or the one that refuses it for `from`, or where there is none, the last that is about `from`. 0:
// none is about them.
size_t deciding_event(const Playback& playback, NodeId from, NodeId to);

// Tree events go from the results to the inputs, in the order of construction.
Playback playback(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options = {});

// "Phase 0: `nn.conv2d` (%0) goes into the group of `add` (%2), with 1 node between."
Sentence sentence(const graph::Graph& graph, const PlayEvent& event);

}  // namespace nw::fusion
