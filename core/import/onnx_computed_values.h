// SPDX-License-Identifier: GPL-3.0-or-later
// Small values that follow from constants and from sizes that are numbers, whatever operators compute them: a factor
// that brings an image of known size to another size, say.
#pragma once

#include <optional>

#include "base/ndarray.h"
#include "graph/graph.h"

namespace nw::import {

// The node's value; nothing where it depends on anything else, or where much would have to be computed.
std::optional<NDArray> computed_value(const graph::Graph& graph, NodeId node);

}  // namespace nw::import
