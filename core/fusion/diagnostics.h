// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics about what-ifs and groups, one function a code.
#pragma once

#include <string>

#include "graph/graph.h"

namespace nw::fusion {

// NW3020: a join of two nodes of which the first is needed elsewhere too.
Diagnostic join_refused(const graph::Graph& graph, NodeId a, NodeId b);
// NW3010: `count` merges failed only for the depth limit; reported at the first.
Diagnostic cut_by_depth(const graph::Node& from, const graph::Node& to, int count, int max_depth);
// NW3011: a pair of equal adjacent operators is fused in one place and not in another; the reasons show the difference.
Diagnostic fused_differently(const graph::Node& fused_from, const graph::Node& fused_to, const graph::Node& from,
                             const graph::Node& to, const std::string& why_fused, const std::string& why_not);

}  // namespace nw::fusion
