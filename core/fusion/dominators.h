// SPDX-License-Identifier: GPL-3.0-or-later
// The post-dominator tree of a forward graph: for every node the nearest one on all paths to the results, and the
// strongest edge pattern on the paths to it.
#pragma once

#include "fusion/forward_graph.h"

namespace nw::fusion {

struct Dominator {
  int32_t parent = -1;                    // immediate post-dominator; -1: none
  OpPattern pattern = OpPattern::Opaque;  // the greatest pattern of the edges on the paths to it
  int32_t depth = 1;
};

std::vector<Dominator> post_dominators(const ForwardGraph& graph);

}  // namespace nw::fusion
