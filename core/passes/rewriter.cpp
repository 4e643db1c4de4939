// SPDX-License-Identifier: GPL-3.0-or-later
#include "passes/rewriter.h"

#include <fmt/format.h>

#include "graph/compact.h"
#include "op/registry.h"

namespace nw::passes {

using graph::Graph;
using graph::Node;

Rewriter::Rewriter(const Graph& from, std::string pass_name) : from_(from), pass_name_(std::move(pass_name)) {}

PassResult Rewriter::run(const Rule& rule) {
  std::vector<NodeId> roots = from_.inputs;
  for (const auto& [name, function] : from_.functions) roots.push_back(function);
  roots.insert(roots.end(), from_.outputs.begin(), from_.outputs.end());
  order_ = from_.post_order(roots);
  if (order_.size() != from_.size()) start();  // what nothing needs goes
  for (; visited_ < order_.size(); ++visited_) {
    const Node& old = from_.node(order_[visited_]);
    const NodeId replaced = rule(old, *this);
    if (started_) map_[old.id.index()] = replaced.valid() ? replaced : copy(old);
  }
  if (started_) finish();
  return std::move(result_);
}

void Rewriter::start() {
  if (started_) return;
  started_ = true;
  map_.resize(from_.size());
  Graph& to = to_;
  to.name = from_.name;
  to.format = from_.format;
  to.producer = from_.producer;
  to.ir_version = from_.ir_version;
  to.opsets = from_.opsets;
  to.output_names = from_.output_names;
  to.declared_inputs = from_.declared_inputs;
  to.symbols = from_.symbols;
  to.operators = from_.operators;
  for (size_t i = 0; i < visited_; ++i) map_[order_[i].index()] = copy(from_.node(order_[i]));
}

void Rewriter::finish() {
  const auto mapped = [&](NodeId id) { return map_[id.index()]; };
  for (const NodeId id : from_.inputs) to_.inputs.push_back(mapped(id));
  for (const NodeId id : from_.outputs) to_.outputs.push_back(mapped(id));
  for (const auto& [name, function] : from_.functions) to_.functions[name] = mapped(function);
  graph::Compacted live = graph::without_dead_nodes(std::move(to_));
  result_.graph = std::move(live.graph);
  auto& known = result_.from_previous;
  for (size_t i = 0; i < map_.size(); ++i) {
    const NodeId to = map_[i].valid() ? live.map[map_[i].index()] : NodeId();
    if (to.valid()) known.emplace_hint(known.end(), NodeId(i), to);
  }
}

NodeId Rewriter::copy(const Node& old) {
  Node node = old;
  for (NodeId& in : node.inputs) in = in.valid() ? map_[in.index()] : in;
  for (NodeId& param : node.params) param = map_[param.index()];
  if (node.bound.valid()) node.bound = map_[node.bound.index()];
  return to_.add(std::move(node));
}

NodeId Rewriter::add(const Node& old, Node node) {
  start();
  int& k = made_[old.name];
  do {
    node.name = fmt::format("{}/{}", old.name, ++k);
  } while (from_.find(node.name).valid() || to_.find(node.name).valid());
  node.origin = old.origin;
  node.origin.made_by = pass_name_;
  const NodeId id = to_.add(std::move(node));
  append(result_.diagnostics, op::infer_node(to_, id));
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
