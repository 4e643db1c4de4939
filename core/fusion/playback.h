// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithm step by step: the dominator tree, then the three phases, one decision at a time, forward and back.
#pragma once

#include "fusion/fusion.h"

namespace nw::fusion {

struct PlayEvent {
  enum class Kind : uint8_t {
    Dominator,  // `node` is a child of `dominator` in the tree, or a root without one
    Phase,      // a phase begins
    Merge,      // `node`, and all that lies between, goes into the group of `dominator`
    Refusal,    // `node` is not merged; listed in the phase in which it was last tried
  };
  Kind kind = Kind::Phase;
  int phase = -1;  // 0, 1, 2; -1: before them (the tree, joins that were asked for, what can never fuse)
  NodeId node;
  NodeId dominator;
  OpPattern pattern = OpPattern::Opaque;  // Dominator: the greatest pattern of the edges on the way there
  std::vector<NodeId> merged;             // Merge: `node` and what lies between
  // Refusal: why. Dominator without one: no-dominator or extern-use. Merge: fused, joined or primitive-function.
  Rule rule = Rule::Fused;
  NodeId blocker;  // Refusal: what is in the way, if it is a node
};
std::string_view to_string(PlayEvent::Kind kind);  // "dominator", "phase", "merge", "refusal"

struct Playback {
  std::vector<PlayEvent> events;

  // For each node of the graph, the node whose value its group gives after the first `count` events (itself while it is
  // alone). Any count may be asked for, in any order: a slider can be dragged.
  std::vector<NodeId> groups_after(size_t count) const;
  size_t nodes = 0;  // of the graph
};

// Tree events go from the results to the inputs, in the order of construction.
Playback playback(const graph::Graph& graph, const graph::OpTraitsTable& traits, const Options& options = {});

// "Phase 0: `nn.conv2d` (%0) goes into the group of `add` (%2), with 1 node between."
std::string sentence(const graph::Graph& graph, const PlayEvent& event);

}  // namespace nw::fusion
