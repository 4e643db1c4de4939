// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/product_rounding.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "base/float_limits.h"
#include "op/registry.h"

namespace nw::execute {

using graph::Graph;
using graph::Node;
using graph::NodeKind;

namespace {

constexpr size_t kMostValues = 64;

bool is_sum(const Node& node) {
  return node.op == "add" || node.op == "subtract" || node.op == "nn.bias_add";
}

bool is_reduction(const Node& node) {
  return node.kind == NodeKind::Call && (node.op == "sum" || node.op == "mean");
}

// Operators that only move elements, between a product and its sum.
bool moves_elements(const Graph& graph, const Node& node) {
  const op::OpInfo* info = node.kind == NodeKind::Call ? op::registry_of(graph).find(node.op) : nullptr;
  return info && node.inputs.size() == 1 && info->traits.pattern == graph::OpPattern::Injective;
}

// What is rounded on its way into a sum, in post order: products of floats that are added to something, sums of
// integers that become floats (beyond 2²⁴, and their product by the scale), and whatever a reduction adds up.
std::vector<NodeId> rounded_in_sums(const Graph& graph) {
  const std::vector<NodeId> order = graph.post_order();
  std::set<NodeId> enters_sum, enters_reduction;  // a sum or a reduction reads it, perhaps moved
  std::vector<NodeId> rounded;
  for (auto id = order.rbegin(); id != order.rend(); ++id) {
    const Node& node = graph.node(*id);
    const bool moves = moves_elements(graph, node);
    if ((node.kind == NodeKind::Call && is_sum(node)) || (moves && enters_sum.contains(*id)))
      enters_sum.insert(node.inputs.begin(), node.inputs.end());
    if (is_reduction(node) || (moves && enters_reduction.contains(*id)))
      enters_reduction.insert(node.inputs.begin(), node.inputs.end());
    const bool product = node.kind == NodeKind::Call &&
                         ((node.op == "multiply" && enters_sum.contains(*id)) || node.op == "qnn.dequantize");
    const bool summand = !moves && enters_reduction.contains(*id);
    if ((product || summand) && node.type.is_tensor() && node.type.dtype.is_float()) rounded.push_back(*id);
  }
  if (rounded.size() > kMostValues) rounded.resize(kMostValues);
  std::ranges::reverse(rounded);
  return rounded;
}

// One unit in the last place up or down.
NDArray moved(const NDArray& array, double direction) {
  NDArray result(array.dtype(), array.shape());
  const double eps = machine_epsilon(array.dtype()), tiny = least_positive(array.dtype());
  for (int64_t i = 0; i < array.size(); ++i) {
    const double v = array.at(i);
    result.set(i, v + direction * std::max(std::abs(v) * eps, tiny));
  }
  return result;
}

std::vector<NDArray> tensors_of(const reference::Values& values) {
  std::vector<NDArray> tensors;
  for (const reference::Value& value : values)
    for (NDArray& tensor : reference::tensors_of(value)) tensors.push_back(std::move(tensor));
  return tensors;
}

class Rounding {
 public:
  explicit Rounding(std::vector<NDArray> outputs) : outputs_(std::move(outputs)) {
    for (const NDArray& output : outputs_) sums_.emplace_back(static_cast<size_t>(output.size()), 0.0);
  }

  // What each element is with a value moved up, and down: the greater change counts.
  void add(const std::vector<NDArray>& up, const std::vector<NDArray>& down) {
    for (size_t o = 0; o < outputs_.size(); ++o) {
      if (o >= up.size() || o >= down.size()) continue;
      if (up[o].shape() != outputs_[o].shape() || down[o].shape() != outputs_[o].shape()) continue;
      for (int64_t i = 0; i < outputs_[o].size(); ++i) {
        const double r = outputs_[o].at(i), change = std::max(std::abs(up[o].at(i) - r), std::abs(down[o].at(i) - r));
        if (std::isfinite(change)) sums_[o][static_cast<size_t>(i)] += change;
      }
    }
  }
  std::vector<std::vector<double>> take() { return std::move(sums_); }

 private:
  std::vector<NDArray> outputs_;
  std::vector<std::vector<double>> sums_;
};

}  // namespace

std::vector<std::vector<double>> product_rounding(const Graph& graph, const std::map<NodeId, reference::Value>& given,
                                                  const reference::EvaluationOptions& options) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::vector<NodeId> rounded = rounded_in_sums(graph);
  if (rounded.empty()) return {};
  std::map<NodeId, std::vector<NDArray>> values;  // several in a body that is called several times
  reference::EvaluationOptions watching = options;
  watching.on_value = [&](NodeId id, const reference::Value& value) {
    if (const NDArray* tensor = value.tensor(); tensor && std::ranges::find(rounded, id) != rounded.end())
      values[id].push_back(*tensor);
  };
  const Result<reference::Values> plain = reference::evaluate(graph, given, watching);
  if (!plain.ok()) return {};
  for (const auto& [id, value] : given)
    if (const NDArray* tensor = value.tensor(); tensor && std::ranges::find(rounded, id) != rounded.end())
      values[id] = {*tensor};
  Rounding rounding(tensors_of(*plain));
  for (const NodeId node : rounded) {
    const std::vector<NDArray>& seen = values[node];
    if (seen.size() != 1) continue;
    std::vector<std::vector<NDArray>> outputs;
    for (const double direction : {1.0, -1.0}) {
      reference::EvaluationOptions in_time = options;
      in_time.seconds -= std::chrono::duration<double>(Clock::now() - begin).count();
      if (in_time.seconds <= 0) return rounding.take();
      std::map<NodeId, reference::Value> with_moved = given;
      with_moved.insert_or_assign(node, reference::Value(moved(seen.front(), direction)));
      const Result<reference::Values> result = reference::evaluate(graph, with_moved, in_time);
      if (!result.ok()) return rounding.take();
      outputs.push_back(tensors_of(*result));
    }
    rounding.add(outputs[0], outputs[1]);
  }
  return rounding.take();
}

}  // namespace nw::execute
