// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_computed_values.h"

#include <map>
#include <set>
#include <vector>

#include "reference/evaluate.h"

namespace nw::import {

namespace {

using graph::Node;
using graph::NodeKind;

constexpr int64_t kMostElements = 64;  // of one value
constexpr size_t kMostComputed = 500;

bool is_small(const graph::Type& type) {
  if (!type.is_tensor() || !type.rank_known || type.dtype.is_string()) return false;
  const auto shape = graph::constant_shape(type.shape);
  return shape && element_count(*shape) >= 0 && element_count(*shape) <= kMostElements;
}

// The sizes of a value, as the node that gives them has them; nothing where one is no number.
std::optional<NDArray> sizes(const graph::Graph& graph, const Node& shape_of) {
  const graph::Type& data = graph.node(shape_of.inputs[0]).type;
  if (!data.is_tensor() || !data.rank_known || !is_small(shape_of.type)) return std::nullopt;
  const auto shape = graph::constant_shape(data.shape);
  if (!shape || shape->size() > static_cast<size_t>(kMostElements)) return std::nullopt;
  NDArray value(shape_of.type.dtype, {static_cast<int64_t>(shape->size())});
  for (size_t i = 0; i < shape->size(); ++i) value.set_int(static_cast<int64_t>(i), (*shape)[i]);
  return value;
}

}  // namespace

std::optional<NDArray> computed_value(const graph::Graph& graph, NodeId wanted) {
  std::map<NodeId, reference::Value> given;
  std::set<NodeId> seen{wanted};
  std::vector<NodeId> stack{wanted};
  while (!stack.empty()) {
    const Node& node = graph.node(stack.back());
    stack.pop_back();
    if (node.kind == NodeKind::Constant) {
      if (!node.data.defined() || node.data.size() > kMostElements) return std::nullopt;
      continue;
    }
    const bool is_tuple = node.kind == NodeKind::Tuple || node.kind == NodeKind::TupleGet;
    if (!is_tuple && (node.kind != NodeKind::Call || node.inputs.empty() || !is_small(node.type))) return std::nullopt;
    if (node.op == "shape_of") {
      std::optional<NDArray> value = sizes(graph, node);
      if (!value) return std::nullopt;
      given.emplace(node.id, std::move(*value));
      continue;
    }
    for (const NodeId input : node.inputs)
      if (seen.insert(input).second) stack.push_back(input);
    if (seen.size() > kMostComputed) return std::nullopt;
  }
  reference::EvaluationOptions options;
  constexpr double kSeconds = 1;
  options.seconds = kSeconds;
  const Result<reference::Values> values = reference::evaluate(graph, {wanted}, given, options);
  if (!values.ok() || values->size() != 1 || !values->front().tensor()) return std::nullopt;
  return *values->front().tensor();
}

}  // namespace nw::import
