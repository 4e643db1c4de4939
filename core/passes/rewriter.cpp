// SPDX-License-Identifier: GPL-3.0-or-later
#include "passes/rewriter.h"

#include <fmt/format.h>

#include "graph/compact.h"
#include "op/registry.h"

namespace nw::passes {

using graph::Graph;
using graph::Node;

Rewriter::Rewriter(const Graph& from, std::string pass_name)
    : from_(from), pass_name_(std::move(pass_name)), map_(from.size()) {
  Graph& to = result_.graph;
  to.name = from.name;
  to.format = from.format;
  to.producer = from.producer;
  to.ir_version = from.ir_version;
  to.opsets = from.opsets;
  to.output_names = from.output_names;
  to.symbols = from.symbols;
}

PassResult Rewriter::run(const Rule& rule) {
  std::vector<NodeId> roots = from_.inputs;
  for (const auto& [name, function] : from_.functions) roots.push_back(function);
  roots.insert(roots.end(), from_.outputs.begin(), from_.outputs.end());
  for (const NodeId id : from_.post_order(roots)) {
    const Node& old = from_.node(id);
    const NodeId replaced = rule(old, *this);
    map_[id.index()] = replaced.valid() ? replaced : copy(old);
    result_.from_previous[id] = map_[id.index()];
  }
  const auto mapped = [&](NodeId id) { return map_[id.index()]; };
  for (const NodeId id : from_.inputs) result_.graph.inputs.push_back(mapped(id));
  for (const NodeId id : from_.outputs) result_.graph.outputs.push_back(mapped(id));
  for (const auto& [name, function] : from_.functions) result_.graph.functions[name] = mapped(function);
  graph::Compacted live = graph::without_dead_nodes(std::move(result_.graph));
  result_.graph = std::move(live.graph);
  for (auto it = result_.from_previous.begin(); it != result_.from_previous.end();) {
    it->second = live.map[it->second.index()];
    it = it->second.valid() ? std::next(it) : result_.from_previous.erase(it);
  }
  return std::move(result_);
}

NodeId Rewriter::copy(const Node& old) {
  Node node = old;
  for (NodeId& in : node.inputs) in = in.valid() ? map_[in.index()] : in;
  for (NodeId& param : node.params) param = map_[param.index()];
  if (node.bound.valid()) node.bound = map_[node.bound.index()];
  return result_.graph.add(std::move(node));
}

NodeId Rewriter::add(const Node& old, Node node) {
  int& k = made_[old.name];
  do {
    node.name = fmt::format("{}/{}", old.name, ++k);
  } while (from_.find(node.name).valid() || result_.graph.find(node.name).valid());
  node.origin = old.origin;
  node.origin.made_by = pass_name_;
  const NodeId id = result_.graph.add(std::move(node));
  append(result_.diagnostics, op::infer_node(result_.graph, id));
  return id;
}

NodeId Rewriter::call(const Node& old, const char* op, std::vector<NodeId> inputs, graph::Attrs attrs) {
  Node node;
  node.op = op;
  node.inputs = std::move(inputs);
  node.attrs = std::move(attrs);
  return add(old, std::move(node));
}

NodeId Rewriter::constant(const Node& old, NDArray data) {
  Node node;
  node.kind = graph::NodeKind::Constant;
  node.type = graph::Type::tensor(data.dtype(), graph::Shape(data.shape().begin(), data.shape().end()));
  node.data = std::move(data);
  return add(old, std::move(node));
}

NodeId Rewriter::scalar(const Node& old, double value, DType dtype) {
  NDArray data(dtype, {});
  data.set(0, value);
  return constant(old, std::move(data));
}

}  // namespace nw::passes
