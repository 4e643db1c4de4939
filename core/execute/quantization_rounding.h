// SPDX-License-Identifier: GPL-3.0-or-later
// Where a network quantizes its values, a rounding error moves a number that lies between two quantized ones to the
// other, a whole step away, and the operators behind it add such steps up. No tolerance that is relative to the result
// covers that; how far the network's own operators carry it can only be measured.
#pragma once

#include <map>
#include <vector>

#include "graph/graph.h"
#include "reference/evaluate.h"

namespace nw::execute {

// Whether the graph rounds real numbers to quantized ones.
bool quantizes(const graph::Graph& graph);

// For each tensor of the outputs, in order, and each of its elements: four times the greatest change of that tensor if
// all scales that numbers are quantized by are moved by 4 units in the last place, up or down; where an output is
// itself quantized, or dequantized, at least one step. `outputs`: those of the graph as it is. Evaluates the graph
// twice; what is not evaluated within options.seconds does not count.
std::vector<std::vector<double>> quantization_rounding(const graph::Graph& graph,
                                                       const std::map<NodeId, reference::Value>& given,
                                                       const std::vector<NDArray>& outputs,
                                                       const reference::EvaluationOptions& options);

}  // namespace nw::execute
