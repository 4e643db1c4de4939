// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel may contract a product and the sum that it enters into one operation, which does not round the product; the
// reference operators round it. A reduction rounds as it adds up, in an order of its own. Where the sum cancels, that
// rounding is all there is of the result, and no tolerance that is relative to the result covers it.
#pragma once

#include <map>
#include <vector>

#include "graph/graph.h"
#include "reference/evaluate.h"

namespace nw::execute {

// How far the rounding of such products and summands reaches into the graph's outputs, to first order: for each tensor
// of the outputs, in order, and each of its elements, the sum over them of what one unit in their last place changes.
// Empty where there are none, or where evaluation fails. Evaluates the graph twice for each of them, the last 64 and
// not beyond options.seconds.
std::vector<std::vector<double>> product_rounding(const graph::Graph& graph,
                                                  const std::map<NodeId, reference::Value>& given,
                                                  const reference::EvaluationOptions& options);

}  // namespace nw::execute
