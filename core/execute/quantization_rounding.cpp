// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/quantization_rounding.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <set>

#include "base/float_limits.h"

namespace nw::execute {

using graph::Graph;
using graph::Node;
using graph::NodeKind;

namespace {

constexpr double kUnits = 4;   // in the last place, that scales are moved by
constexpr double kSafety = 4;  // other roundings move other elements

bool rounds(const Node& node) {
  return node.kind == NodeKind::Call && node.op == "qnn.quantize" && node.inputs.size() == 3;
}

bool is_known(const Node& node) {
  return node.kind == NodeKind::Constant && node.data.bytes() && node.data.size() > 0;
}

// The constant that a node is, perhaps under another shape.
const Node* constant_of(const Graph& graph, NodeId id) {
  const Node* node = &graph.node(id);
  while (node->kind == NodeKind::Call && node->op == "reshape") node = &graph.node(node->inputs[0]);
  return is_known(*node) ? node : nullptr;
}

// The scales of quantize, each moved.
std::map<NodeId, reference::Value> moved_scales(const Graph& graph, double units) {
  std::map<NodeId, reference::Value> moved;
  for (const NodeId id : graph.post_order()) {
    if (!rounds(graph.node(id))) continue;
    const Node* scale = constant_of(graph, graph.node(id).inputs[1]);
    if (!scale || moved.contains(scale->id)) continue;
    NDArray array(scale->data.dtype(), scale->data.shape());
    const double factor = 1 + units * machine_epsilon(array.dtype());
    for (int64_t i = 0; i < array.size(); ++i) array.set(i, scale->data.at(i) * factor);
    moved.emplace(scale->id, reference::Value(std::move(array)));
  }
  return moved;
}

// One step of an output that is quantized, or real numbers of such; 0: it is not.
double step_of(const Graph& graph, NodeId output) {
  static const std::set<std::string> moving = {"reshape", "transpose", "squeeze", "expand_dims"};
  const Node* node = &graph.node(output);
  const Node* scale = nullptr;
  while (node->kind == NodeKind::Call && !node->inputs.empty()) {
    if (rounds(*node)) {
      if (!scale) return 1;
      double greatest = 0;
      for (int64_t i = 0; i < scale->data.size(); ++i) greatest = std::max(greatest, std::abs(scale->data.at(i)));
      return greatest;
    }
    if (node->op == "qnn.dequantize") {
      if (scale) return 0;
      scale = constant_of(graph, node->inputs[1]);
      if (!scale) return 0;
    } else if (!moving.contains(node->op)) {
      return 0;
    }
    node = &graph.node(node->inputs[0]);
  }
  return 0;
}

double greatest_change(const NDArray& a, const NDArray& b) {
  double greatest = 0;
  if (a.shape() != b.shape()) return greatest;
  for (int64_t i = 0; i < a.size(); ++i)
    if (const double change = std::abs(a.at(i) - b.at(i)); std::isfinite(change)) greatest = std::max(greatest, change);
  return greatest;
}

}  // namespace

bool quantizes(const Graph& graph) {
  return std::ranges::any_of(graph.nodes(), rounds);
}

std::vector<std::vector<double>> quantization_rounding(const Graph& graph,
                                                       const std::map<NodeId, reference::Value>& given,
                                                       const std::vector<NDArray>& outputs,
                                                       const reference::EvaluationOptions& options) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::vector<double> changes(outputs.size(), 0);
  for (const double units : {kUnits, -kUnits}) {
    reference::EvaluationOptions in_time = options;
    in_time.seconds -= std::chrono::duration<double>(Clock::now() - begin).count();
    std::map<NodeId, reference::Value> moved = moved_scales(graph, units);
    moved.insert(given.begin(), given.end());
    const Result<reference::Values> values = reference::evaluate(graph, moved, in_time);
    if (!values.ok()) continue;
    size_t at = 0;
    for (const reference::Value& value : *values)
      for (const NDArray& tensor : reference::tensors_of(value)) {
        if (at < outputs.size()) changes[at] = std::max(changes[at], kSafety * greatest_change(tensor, outputs[at]));
        ++at;
      }
  }
  std::vector<std::vector<double>> allowances;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const bool one_each = outputs.size() == graph.outputs.size();
    const double step = one_each ? step_of(graph, graph.outputs[i]) : 0;
    allowances.emplace_back(static_cast<size_t>(outputs[i].size()), std::max(changes[i], step));
  }
  return allowances;
}

}  // namespace nw::execute
