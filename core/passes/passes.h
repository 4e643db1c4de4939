// SPDX-License-Identifier: GPL-3.0-or-later
// Graph passes: each takes a graph and gives a new one, if it changes anything, with the nodes that compute what the
// old ones did.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "graph/graph.h"

namespace nw::passes {

struct PassResult {
  std::optional<graph::Graph> graph;       // none: the pass found nothing to change
  std::map<NodeId, NodeId> from_previous;  // old node → the node that computes its value now; empty if unchanged
  Diagnostics diagnostics;
};

struct Pass {
  const char* name;   // "simplify_inference"
  const char* title;  // for people: "Inference simplified"
  PassResult (*run)(const graph::Graph& graph);
};

// In the order in which they run before fusion: simplify_inference, fake_quantization_to_integer,
// fold_constants, crop_windows, transposed_convolutions, canonical_bias.
const std::vector<Pass>& default_passes();

}  // namespace nw::passes
