// SPDX-License-Identifier: GPL-3.0-or-later
// A few operators after one another, for those whose arguments are lists or functions: types as the registry infers
// them, values by the reference operators, as text.
#pragma once

#include "one_call.h"

namespace nw::test {

class Program {
 public:
  NodeId input(const NDArray& array) {
    graph::Node node;
    node.kind = graph::NodeKind::Input;
    node.name = "argument";
    node.type = graph::Type::tensor(array.dtype(), graph::Shape(array.shape().begin(), array.shape().end()));
    const NodeId id = graph.add(std::move(node));
    given.emplace(id, array);
    return id;
  }
  NodeId parameter(const char* name, graph::Type type) {
    graph::Node node;
    node.kind = graph::NodeKind::Input;
    node.name = name;
    node.type = std::move(type);
    return graph.add(std::move(node));
  }
  NodeId constant(const NDArray& array) {
    graph::Node node;
    node.kind = graph::NodeKind::Constant;
    node.type = graph::Type::tensor(array.dtype(), graph::Shape(array.shape().begin(), array.shape().end()));
    node.data = array;
    return graph.add(std::move(node));
  }
  NodeId call(const char* op, std::vector<NodeId> inputs, graph::Attrs attrs = {}) {
    graph::Node node;
    node.op = op;
    node.name = op;
    node.inputs = std::move(inputs);
    node.attrs = std::move(attrs);
    return added(std::move(node));
  }
  NodeId tuple(std::vector<NodeId> fields) {
    graph::Node node;
    node.kind = graph::NodeKind::Tuple;
    node.inputs = std::move(fields);
    return added(std::move(node));
  }
  NodeId function(std::vector<NodeId> parameters, std::vector<NodeId> results) {
    graph::Node node;
    node.kind = graph::NodeKind::Function;
    node.params = std::move(parameters);
    node.inputs = {tuple(std::move(results))};
    return added(std::move(node));
  }

  // "TYPE = VALUE", or what is wrong.
  QString text(NodeId id) const {
    if (has_errors(wrong)) return failure(wrong.front());
    const Result<Values> result = reference::evaluate(graph, {id}, given);
    if (!result.ok()) return failure(result.diagnostics.front());
    return QString::fromStdString(graph::to_string(graph.node(id).type) + " = " + text_of(result->front()));
  }

  graph::Graph graph;
  std::map<NodeId, Value> given;
  Diagnostics wrong;

 private:
  NodeId added(graph::Node node) {
    const NodeId id = graph.add(std::move(node));
    append(wrong, op::infer_node(graph, id));
    return id;
  }
};

}  // namespace nw::test
