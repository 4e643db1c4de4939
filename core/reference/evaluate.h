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
#include "base/result.h"
#include "graph/graph.h"
#include "reference/value.h"

namespace nw::reference {

class Sizes;

// Computes several nodes at once, in the place of the reference operators: a kernel for a fused group.
class GroupComputer {
 public:
  virtual ~GroupComputer() = default;
  struct Group {
    std::vector<NodeId> inputs;  // whose values it takes
    std::vector<NodeId> nodes;   // that it stands for; the last is the one whose value it gives
  };
  // The group that gives this node's value; null: it is computed by its operator.
  virtual const Group* find(NodeId node) const = 0;
  // How many bytes the values take that are alive: after each node, and before compute().
  virtual void values_take(int64_t /*bytes*/) {}
  // Somebody reads the elements of a value that compute() gave, or of one that has it in a list; until then they need
  // not be there.
  virtual Diagnostics fetch(const Value& /*value*/) { return {}; }
  // Whether these values of the group's inputs are worth computing at once; else its nodes are computed one by one this
  // time.
  virtual bool pays(NodeId /*node*/, const Values& /*inputs*/, const Sizes& /*sizes*/) { return true; }
  // Values of the group's inputs, and the sizes known so far. No value and no error: it cannot be, and its nodes are
  // computed one by one from now on.
  virtual Result<Value> compute(NodeId node, const Values& inputs, const Sizes& sizes) = 0;
};

struct EvaluationOptions {
  int64_t memory_bytes = int64_t{1} << 40;  // of values at a time
  double seconds = 1e6;
  std::optional<CancelToken> cancel = std::nullopt;
  // Called after each node with its value; in functions, once a call.
  std::function<void(NodeId, const Value&)> on_value;
  // Called where a node begins or ends that encloses others: a branch, a call of a function, a loop.
  std::function<void(NodeId, bool begins)> on_scope = {};
  GroupComputer* groups = nullptr;
};

// The values of `roots`. `given` has values of nodes that are not to be computed: inputs, constants whose data the file
// does not hold, or any other. Diagnostics: NW4080 to NW4089, NW2700 and NW2701 (time, memory).
Result<Values> evaluate(const graph::Graph& graph, const std::vector<NodeId>& roots,
                        const std::map<NodeId, Value>& given, const EvaluationOptions& options = {});
// The graph's outputs.
Result<Values> evaluate(const graph::Graph& graph, const std::map<NodeId, Value>& inputs,
                        const EvaluationOptions& options = {});

}  // namespace nw::reference
