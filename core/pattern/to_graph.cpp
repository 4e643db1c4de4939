// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/to_graph.h"

#include <unordered_map>

namespace nw::pattern {

using graph::Node;
using graph::NodeKind;

namespace {

class GraphBuilder {
 public:
  GraphBuilder(const Program& program, ExprId main) : program_(program), pool_(program.pool), main_(main) {}

  graph::Graph run() {
    const graph::Graph& from = *program_.graph;
    made_.name = from.name;
    made_.format = from.format;
    made_.producer = from.producer;
    made_.attrs = from.attrs;
    made_.symbols = from.symbols;
    made_.operators = from.operators;
    next_number_ = from.size();
    const std::vector<ExprId>& main = pool_[main_].parts;
    for (size_t i = 0; i + 1 < main.size(); ++i) {
      build(main[i]);
      made_.inputs.push_back(nodes_.at(main[i]));
    }
    for (const auto& [name, function] : program_.functions) {
      if (main_ != program_.main) break;
      build(function);
      made_.functions[name] = nodes_.at(function);
    }
    build(main.back());
    const Expr& body = pool_[main.back()];
    if (body.kind == ExprKind::Tuple && !body.source.valid()) {
      for (const ExprId result : body.parts) made_.outputs.push_back(nodes_.at(result));
    } else {
      made_.outputs = {nodes_.at(main.back())};
    }
    return std::move(made_);
  }

 private:
  void build(ExprId root) {
    for (const ExprId id : pool_.post_order(root)) {
      if (nodes_.contains(id) || pool_[id].kind == ExprKind::Operator) continue;
      const Expr& e = pool_[id];
      if (id == root && e.kind == ExprKind::Tuple && !e.source.valid() && root == body_of(pool_, main_)) continue;
      Node made = node(id);
      // TVM reads numbers as those of the whole module: none may be used twice.
      const bool named = !made.name.empty() && !made_.find(made.name).valid();
      if (!named && made.kind != NodeKind::Input) made.name = "%" + std::to_string(next_number_++);
      nodes_[id] = made_.add(std::move(made));
    }
  }

  void inputs_from(const Expr& e, size_t first, Node& node) const {
    for (size_t i = first; i < e.parts.size(); ++i) node.inputs.push_back(nodes_.at(e.parts[i]));
  }

  Node node(ExprId id) const {
    const Expr& e = pool_[id];
    Node node;
    if (e.source.valid()) {
      const Node& old = program_.graph->node(e.source);
      node.kind = old.kind;
      node.op = old.op;
      node.origin = old.origin;
      node.data = old.data;
      if (e.kind != ExprKind::Function) node.name = old.name;
    }
    if (e.attrs) node.attrs = *e.attrs;
    if (e.type) node.type = *e.type;
    node.stands_for = e.stands_for;
    switch (e.kind) {
      case ExprKind::Variable:
        node.kind = NodeKind::Input;
        if (node.name.empty()) node.name = "%" + std::string(e.name);
        break;
      case ExprKind::Constant:
        node.kind = NodeKind::Constant;
        if (e.data) node.data = *e.data;
        break;
      case ExprKind::Call:
        if (const std::string_view op = pool_.called_op(id); !op.empty()) {
          if (node.kind != NodeKind::Opaque) node.kind = NodeKind::Call;
          node.op = op;
          inputs_from(e, 1, node);
        } else {
          node.kind = NodeKind::CallNode;
          node.op.clear();
          node.attrs.clear();
          inputs_from(e, 0, node);
        }
        break;
      case ExprKind::Tuple:
        node.kind = NodeKind::Tuple;
        inputs_from(e, 0, node);
        break;
      case ExprKind::Field:
        node.kind = NodeKind::TupleGet;
        node.op.clear();
        node.attrs["index"] = graph::Attr{e.index};
        inputs_from(e, 0, node);
        break;
      case ExprKind::Let:
        node.kind = NodeKind::Let;
        node.bound = nodes_.at(e.parts[0]);
        inputs_from(e, 1, node);
        break;
      case ExprKind::If:
        node.kind = NodeKind::If;
        inputs_from(e, 0, node);
        break;
      case ExprKind::Function:
        function(e, node);
        break;
      case ExprKind::Global:
        node.kind = NodeKind::GlobalRef;
        node.op = std::string(e.name.starts_with('@') ? "" : "@") + std::string(e.name);
        break;
      case ExprKind::Operator:
      case ExprKind::Other:
        inputs_from(e, 0, node);
        break;
    }
    return node;
  }

  void function(const Expr& e, Node& node) const {
    node.kind = NodeKind::Function;
    node.op.clear();
    std::vector<graph::Type> types;
    for (size_t i = 0; i + 1 < e.parts.size(); ++i) {
      node.params.push_back(nodes_.at(e.parts[i]));
      types.push_back(pool_[e.parts[i]].type ? *pool_[e.parts[i]].type : graph::Type::unknown());
    }
    node.inputs = {nodes_.at(e.parts.back())};
    const graph::Type* result = pool_[e.parts.back()].type;
    types.push_back(result ? *result : graph::Type::unknown());
    node.type = {};
    node.type.kind = graph::Type::Kind::Function;
    node.type.fields = std::move(types);
  }

  const Program& program_;
  const ExprPool& pool_;
  const ExprId main_;
  graph::Graph made_;
  size_t next_number_ = 0;  // beyond those of the model
  std::unordered_map<ExprId, NodeId> nodes_;
};

}  // namespace

graph::Graph to_graph(const Program& program) {
  return GraphBuilder(program, program.main).run();
}

graph::Graph to_graph(const Program& program, ExprId function) {
  return GraphBuilder(program, function).run();
}

}  // namespace nw::pattern
