// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel may contract a product and the sum that it enters into one operation, which does not round the product; the
// reference operators round it. Where the sum cancels, that rounding is all there is of the result, and no tolerance
// that is relative to the result covers it.
#pragma once

#include <map>
#include <vector>

#include "graph/graph.h"
#include "reference/evaluate.h"

namespace nw::execute {

// How far the rounding of such products reaches into the graph's outputs, to first order: for each tensor of the
// outputs, in order, and each of its elements, the sum over the products of what one unit in the last place of the
// product changes. Empty where there are none, or where evaluation fails. Evaluates the graph twice for each product,
// the last 64 of them and not beyond options.seconds.
std::vector<std::vector<double>> product_rounding(const graph::Graph& graph,
                                                  const std::map<NodeId, reference::Value>& given,
                                                  const reference::EvaluationOptions& options);

}  // namespace nw::execute
