// SPDX-License-Identifier: GPL-3.0-or-later
// Operations and bytes of a graph node, from its types alone.
#pragma once

#include "graph/graph.h"

namespace nw::op {

// Size of the value in bytes, with 0 where a dimension is not known.
double bytes_of(const graph::Type& type);
// Floating and integer operations of one call; NaN where the shapes are not known.
double flops_of(const graph::Graph& graph, const graph::Node& node);
// Bytes that one call reads and writes.
double traffic_of(const graph::Graph& graph, const graph::Node& node);

}  // namespace nw::op
