// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/exprs.h"

#include <algorithm>

namespace nw::pattern {

using graph::Node;
using graph::NodeKind;

ExprId ExprPool::add(Expr expr) {
  exprs_.push_back(std::move(expr));
  return ExprId(exprs_.size() - 1);
}

ExprId ExprPool::op(std::string_view name) {
  if (const auto known = ops_.find(name); known != ops_.end()) return known->second;
  Expr expr;
  expr.kind = ExprKind::Operator;
  expr.name = keep(name);
  return ops_.emplace(std::string(name), add(std::move(expr))).first->second;
}

std::string_view ExprPool::keep(std::string_view text) {
  return texts_.emplace_back(text);
}
const graph::Attrs* ExprPool::keep(graph::Attrs attrs) {
  return &attrs_.emplace_back(std::move(attrs));
}
const graph::Type* ExprPool::keep(graph::Type type) {
  return &types_.emplace_back(std::move(type));
}
const NDArray* ExprPool::keep(NDArray data) {
  return &arrays_.emplace_back(std::move(data));
}

void ExprPool::back_to(const Point& point) {
  std::erase_if(ops_, [&](const auto& op) { return op.second.index() >= point.exprs; });
  exprs_.resize(point.exprs);
  texts_.resize(point.texts);
  attrs_.resize(point.attrs);
  types_.resize(point.types);
  arrays_.resize(point.arrays);
}

std::string_view ExprPool::called_op(ExprId id) const {
  const Expr& e = (*this)[id];
  if (e.kind != ExprKind::Call) return {};
  const Expr& callee = (*this)[e.parts[0]];
  return callee.kind == ExprKind::Operator ? callee.name : std::string_view();
}

std::vector<ExprId> ExprPool::post_order(ExprId root) const {
  struct Frame {
    ExprId id;
    size_t next = 0;
  };
  std::vector<ExprId> order;
  std::vector<bool> seen(size(), false);
  std::vector<Frame> stack;  // our own: models may be deeper than the thread's stack
  seen[root.index()] = true;
  stack.push_back({root});
  while (!stack.empty()) {
    Frame& top = stack.back();
    const std::vector<ExprId>& parts = (*this)[top.id].parts;
    if (top.next == parts.size()) {
      order.push_back(top.id);
      stack.pop_back();
      continue;
    }
    const ExprId part = parts[top.next++];
    if (seen[part.index()]) continue;
    seen[part.index()] = true;
    stack.push_back({part});
  }
  return order;
}

void ExprPool::mark(ExprId root, std::vector<bool>& marked) const {
  if (marked[root.index()]) return;
  marked[root.index()] = true;
  std::vector<ExprId> left = {root};
  while (!left.empty()) {
    const ExprId id = left.back();
    left.pop_back();
    for (const ExprId part : (*this)[id].parts) {
      if (marked[part.index()]) continue;
      marked[part.index()] = true;
      left.push_back(part);
    }
  }
}

namespace {

class Reader {
 public:
  Reader(const graph::Graph& graph, const std::vector<NodeId>& constants) : graph_(graph), bound_(graph.size(), false) {
    program_.graph = &graph;
    program_.from_node.resize(graph.size());
    program_.pool.reserve(graph.size() + 64);
    for (const NodeId id : constants) bound_[id.index()] = true;
  }

  Program run() {
    Expr main;
    main.kind = ExprKind::Function;
    for (const NodeId id : graph_.inputs) {
      const ExprId parameter = expr(id);
      if (!bound_[id.index()]) main.parts.push_back(parameter);
    }
    for (const auto& [name, function] : graph_.functions) {
      for (const NodeId id : graph_.post_order({function})) expr(id);
      program_.functions.emplace_back(name, expr(function));
    }
    for (const NodeId id : graph_.post_order()) expr(id);
    main.parts.push_back(body());
    main.attrs = &graph_.attrs;
    program_.main = program_.pool.add(std::move(main));
    return std::move(program_);
  }

 private:
  // Several results are one tuple in Relay, for which the graph has no node.
  ExprId body() {
    if (graph_.outputs.size() == 1) return expr(graph_.outputs[0]);
    Expr results;
    results.kind = ExprKind::Tuple;
    std::vector<graph::Type> types;
    for (const NodeId id : graph_.outputs) {
      results.parts.push_back(expr(id));
      types.push_back(graph_.node(id).type);
    }
    results.type = program_.pool.keep(graph::Type::tuple(std::move(types)));
    return program_.pool.add(std::move(results));
  }

  // Every part comes before its users in the graph's post order.
  ExprId expr(NodeId id) {
    ExprId& known = program_.from_node[id.index()];
    if (known.valid()) return known;
    const Node& n = graph_.node(id);
    Expr e;
    e.source = id;
    e.type = &n.type;
    if (!n.attrs.empty()) e.attrs = &n.attrs;
    describe(n, e);
    known = program_.pool.add(std::move(e));
    return known;
  }

  void describe(const Node& n, Expr& e) {
    ExprPool& pool = program_.pool;
    const auto parts_from = [&](size_t first) {
      for (size_t i = first; i < n.inputs.size(); ++i) e.parts.push_back(expr(n.inputs[i]));
    };
    switch (n.kind) {
      case NodeKind::Input:
        e.kind = bound_[n.id.index()] ? ExprKind::Constant : ExprKind::Variable;
        e.name = n.name.starts_with('%') ? std::string_view(n.name).substr(1) : std::string_view(n.name);
        return;
      case NodeKind::Constant:
        e.kind = ExprKind::Constant;
        e.data = &n.data;
        return;
      case NodeKind::Call:
        e.kind = ExprKind::Call;
        e.parts.push_back(pool.op(n.op));
        return parts_from(0);
      case NodeKind::CallNode:
        e.kind = ExprKind::Call;
        return parts_from(0);
      case NodeKind::Tuple:
        e.kind = ExprKind::Tuple;
        return parts_from(0);
      case NodeKind::TupleGet:
        e.kind = ExprKind::Field;
        e.index = graph::int_attr(n.attrs, "index", 0);
        return parts_from(0);
      case NodeKind::Let:
        e.kind = ExprKind::Let;
        e.parts.push_back(n.bound.valid() ? expr(n.bound) : expr(n.inputs[0]));
        return parts_from(0);
      case NodeKind::If:
        e.kind = ExprKind::If;
        return parts_from(0);
      case NodeKind::Function:
        e.kind = ExprKind::Function;
        for (const NodeId p : n.params) e.parts.push_back(expr(p));
        return parts_from(0);
      case NodeKind::GlobalRef:
        e.kind = ExprKind::Global;
        e.name = n.op.empty() ? n.name : n.op;
        return;
      case NodeKind::Opaque:
        // An operator that nobody knows is a call of it all the same.
        if (n.op.empty()) return parts_from(0);
        e.kind = ExprKind::Call;
        e.parts.push_back(pool.op(n.op));
        return parts_from(0);
      case NodeKind::RefCreate:
      case NodeKind::RefRead:
      case NodeKind::RefWrite:
      case NodeKind::Match:
        return parts_from(0);
    }
  }

  const graph::Graph& graph_;
  std::vector<bool> bound_;
  Program program_;
};

}  // namespace

Program read_program(const graph::Graph& graph, const std::vector<NodeId>& constants) {
  return Reader(graph, constants).run();
}

std::string composite_name(const ExprPool& pool, ExprId function) {
  const Expr& f = pool[function];
  return f.kind == ExprKind::Function && f.attrs ? graph::string_attr(*f.attrs, "Composite", "") : std::string();
}

std::string name_of(const Program& program, ExprId id) {
  const Expr& e = program.pool[id];
  if (e.source.valid()) return program.graph->node(e.source).name;
  if (e.kind == ExprKind::Variable) return "%" + std::string(e.name);
  return e.kind == ExprKind::Function && id == program.main ? "the main function" : kind_of(program, id);
}

std::string kind_of(const Program& program, ExprId id) {
  const Expr& e = program.pool[id];
  switch (e.kind) {
    case ExprKind::Operator:
      return "the operator " + std::string(e.name);
    case ExprKind::Variable:
      return "the variable " + std::string(e.name);
    case ExprKind::Constant:
      return "a constant";
    case ExprKind::Call: {
      if (const std::string_view op = program.pool.called_op(id); !op.empty()) return std::string(op);
      const std::string composite = composite_name(program.pool, e.parts[0]);
      return composite.empty() ? "a call of a function" : "a call of " + composite;
    }
    case ExprKind::Tuple:
      return "a tuple";
    case ExprKind::Field:
      return "a field of a tuple";
    case ExprKind::Let:
      return "a let";
    case ExprKind::If:
      return "an if";
    case ExprKind::Function:
      return "a function";
    case ExprKind::Global:
      return "the function " + std::string(e.name);
    case ExprKind::Other:
      break;
  }
  return "an expression";
}

}  // namespace nw::pattern
