// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a graph with the reference operators, node by node, on given values. Symbols take their sizes from the
// values. Of an If only the branch taken is computed, functions are called with the values that they have captured, and
// calls in the last place of a body (loops) cost no depth. A value is freed after its last use.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "base/cancel.h"
#include "graph/graph.h"
#include "reference/value.h"

namespace nw::reference {

struct EvaluationOptions {
  int64_t memory_bytes = int64_t{1} << 40;  // of values at a time
  double seconds = 1e6;
  std::optional<CancelToken> cancel = std::nullopt;
  // Called after each node with its value; in functions, once a call.
  std::function<void(NodeId, const Value&)> on_value;
};

// The values of `roots`. `given` has values of nodes that are not to be computed: inputs, constants whose data the file
// does not hold, or any other. Diagnostics: NW4080 to NW4089, NW2700 and NW2701 (time, memory).
Result<Values> evaluate(const graph::Graph& graph, const std::vector<NodeId>& roots,
                        const std::map<NodeId, Value>& given, const EvaluationOptions& options = {});
// The graph's outputs.
Result<Values> evaluate(const graph::Graph& graph, const std::map<NodeId, Value>& inputs,
                        const EvaluationOptions& options = {});

}  // namespace nw::reference
