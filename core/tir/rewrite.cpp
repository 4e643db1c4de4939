// SPDX-License-Identifier: GPL-3.0-or-later
// Rebuilding expressions and statements over changed parts.
#include "base/budget.h"
#include "tir/visit.h"

namespace nw::tir {

namespace {

Expr rebuild_reduce(const ReduceNode& r, std::vector<Expr> children, std::vector<IterVar> axis) {
  const auto sources = static_cast<std::ptrdiff_t>(r.source.size());
  std::vector<Expr> source(children.begin(), children.begin() + sources);
  std::vector<Expr> init(children.begin() + sources + 1, children.end());
  return reduce(r.combiner, std::move(source), std::move(axis), children[static_cast<size_t>(sources)], r.value_index,
                std::move(init));
}

}  // namespace

Expr rebuild(const ExprNode& e, std::vector<Expr> c) {
  spend();
  switch (e.kind) {
    case ExprKind::IntImm:
    case ExprKind::FloatImm:
    case ExprKind::StringImm:
    case ExprKind::Var:
      return Expr(&e);
    case ExprKind::Not:
      return logical_not(c[0]);
    case ExprKind::Select:
      return select(c[0], c[1], c[2]);
    case ExprKind::Cast:
      return cast(e.dtype.with_lanes(c[0]->dtype.lanes), c[0]);
    case ExprKind::ProducerLoad:
      return load(static_cast<const ProducerLoadNode&>(e).producer, std::move(c));
    case ExprKind::BufferLoad:
      return buffer_load(static_cast<const BufferLoadNode&>(e).buffer, std::move(c));
    case ExprKind::Call: {
      const auto& n = static_cast<const CallNode&>(e);
      if (n.name == "likely") return likely(c[0]);
      if (n.name == "if_then_else") return if_then_else(c[0], c[1], c[2]);
      return call(n.dtype, n.name, std::move(c), n.call_kind);
    }
    case ExprKind::Let:
      return let(static_cast<const LetNode&>(e).var, c[0], c[1]);
    case ExprKind::Ramp:
      return ramp(c[0], c[1], static_cast<const RampNode&>(e).lanes);
    case ExprKind::Broadcast:
      return broadcast(c[0], static_cast<const BroadcastNode&>(e).lanes);
    case ExprKind::Reduce: {
      const auto& r = static_cast<const ReduceNode&>(e);
      return rebuild_reduce(r, std::move(c), r.axis);
    }
    default:
      return binary(e.kind, c[0], c[1]);
  }
}

namespace {

// Replaces variables by `find(var)` (null: keep), also in the domains of reduce axes.
template <class Find>
class Substituter {
 public:
  explicit Substituter(Find find) : find_(std::move(find)) {}

  Expr operator()(const Expr& e) {
    if (e->kind > ExprKind::Var) shared_.enter(e);
    return replaced(e);
  }

 private:
  Expr replaced(const Expr& e) {
    if (const auto* v = node_cast<VarNode>(e)) {
      const Expr* to = find_(*v);
      return to ? *to : e;
    }
    if (e->kind < ExprKind::Var) return e;
    return shared_(e, [this](const Expr& node) {
      Expr out = map_children_with(node, [this](const Expr& c) { return replaced(c); });
      return node->kind == ExprKind::Reduce ? domains(out) : out;
    });
  }
  Expr domains(const Expr& e) {
    const auto* r = node_cast<ReduceNode>(e);
    std::vector<IterVar> axis = r->axis;
    bool changed = false;
    for (IterVar& iv : axis) {
      if (!iv->dom.defined()) continue;
      Range dom{replaced(iv->dom.min), replaced(iv->dom.extent)};
      if (dom.min == iv->dom.min && dom.extent == iv->dom.extent) continue;
      iv = make_node<IterVarNode>(iv->var, std::move(dom), iv->type, iv->thread_tag);
      changed = true;
    }
    return changed ? reduce(r->combiner, r->source, std::move(axis), r->condition, r->value_index, r->init) : e;
  }

  Find find_;
  Rewritten shared_;  // while one expression is replaced, and the next
};

auto finder(const Substitution& map) {
  return [&map](const VarNode& v) -> const Expr* {
    const auto it = map.find(Var(&v));
    return it == map.end() ? nullptr : &it->second;
  };
}

template <class T>
Stmt changed_copy(const T& node, auto&& change) {
  auto* n = new T(node);
  change(*n);
  return Stmt(n);
}

// Statement s over rewritten expressions and children; s itself where nothing changed.
class StmtMapper {
 public:
  StmtMapper(const std::function<Expr(const Expr&)>& e, const std::function<Stmt(const Stmt&)>& s)
      : expr_(e), stmt_(s) {}

  Stmt map(const Stmt& s) const {
    switch (s->kind) {
      case StmtKind::For:
        return map_for(*stmt_cast<ForNode>(s), s);
      case StmtKind::IfThenElse:
        return map_if(*stmt_cast<IfThenElseNode>(s), s);
      case StmtKind::Allocate: {
        const auto& n = *stmt_cast<AllocateNode>(s);
        return with_body(n, s);
      }
      case StmtKind::Store:
        return map_store(*stmt_cast<StoreNode>(s), s);
      case StmtKind::Evaluate: {
        const auto& n = *stmt_cast<EvaluateNode>(s);
        Expr value = expr(n.value);
        if (value == n.value) return s;
        return changed_copy(n, [&](EvaluateNode& c) { c.value = std::move(value); });
      }
      case StmtKind::Let:
        return with_value(*stmt_cast<LetStmtNode>(s), s);
      case StmtKind::Attr:
        return with_value(*stmt_cast<AttrNode>(s), s);
      case StmtKind::Seq:
        return map_seq(*stmt_cast<SeqNode>(s), s);
    }
    return s;
  }

 private:
  Expr expr(const Expr& e) const { return e && expr_ ? expr_(e) : e; }
  Stmt stmt(const Stmt& s) const { return s ? stmt_(s) : s; }

  template <class T>
  Stmt with_body(const T& n, const Stmt& s) const {
    Stmt body = stmt(n.body);
    if (body == n.body) return s;
    return body ? changed_copy(n, [&](T& c) { c.body = std::move(body); }) : nullptr;
  }
  template <class T>
  Stmt with_value(const T& n, const Stmt& s) const {
    Expr value = expr(n.value);
    Stmt body = stmt(n.body);
    if (value == n.value && body == n.body) return s;
    if (!body) return nullptr;
    return changed_copy(n, [&](T& c) {
      c.value = std::move(value);
      c.body = std::move(body);
    });
  }
  Stmt map_for(const ForNode& n, const Stmt& s) const {
    Expr min = expr(n.min), extent = expr(n.extent);
    Stmt body = stmt(n.body);
    if (min == n.min && extent == n.extent && body == n.body) return s;
    if (!body) return nullptr;
    return changed_copy(n, [&](ForNode& c) {
      c.min = std::move(min);
      c.extent = std::move(extent);
      c.body = std::move(body);
    });
  }
  Stmt map_if(const IfThenElseNode& n, const Stmt& s) const {
    Expr condition = expr(n.condition);
    Stmt then_case = stmt(n.then_case), else_case = stmt(n.else_case);
    if (condition == n.condition && then_case == n.then_case && else_case == n.else_case) return s;
    if (!then_case && !else_case) return nullptr;
    if (!then_case) {
      condition = logical_not(std::move(condition));
      std::swap(then_case, else_case);
    }
    return changed_copy(n, [&](IfThenElseNode& c) {
      c.condition = std::move(condition);
      c.then_case = std::move(then_case);
      c.else_case = std::move(else_case);
    });
  }
  Stmt map_store(const StoreNode& n, const Stmt& s) const {
    Expr value = expr(n.value), predicate = expr(n.predicate);
    bool changed = value != n.value || predicate != n.predicate;
    std::vector<Expr> indices;
    indices.reserve(n.indices.size());
    for (const Expr& i : n.indices) {
      indices.push_back(expr(i));
      changed = changed || indices.back() != i;
    }
    if (!changed) return s;
    return changed_copy(n, [&](StoreNode& c) {
      c.value = std::move(value);
      c.predicate = std::move(predicate);
      c.indices = std::move(indices);
    });
  }
  Stmt map_seq(const SeqNode& n, const Stmt& s) const {
    std::vector<Stmt> stmts;
    stmts.reserve(n.stmts.size());
    bool changed = false;
    for (const Stmt& child : n.stmts) {
      stmts.push_back(stmt(child));
      changed = changed || stmts.back() != child;
    }
    return changed ? make_seq(std::move(stmts)) : s;
  }

  const std::function<Expr(const Expr&)>& expr_;
  const std::function<Stmt(const Stmt&)>& stmt_;
};

}  // namespace

Expr substitute(const Expr& e, const Substitution& map) {
  if (map.empty()) return e;
  return Substituter(finder(map))(e);
}

Stmt substitute(const Stmt& s, const Substitution& map) {
  if (map.empty()) return s;
  Substituter<decltype(finder(map))> replace(finder(map));
  const std::function<Expr(const Expr&)> on_expr = [&](const Expr& e) { return replace(e); };
  const std::function<Stmt(const Stmt&)> on_stmt = [&](const Stmt& child) {
    return StmtMapper(on_expr, on_stmt).map(child);
  };
  return on_stmt(s);
}

Stmt rewrite(const Stmt& s, const std::function<Stmt(const Stmt&)>& stmt_hook,
             const std::function<Expr(const Expr&)>& expr_hook) {
  std::function<Expr(const Expr&)> on_expr;
  if (expr_hook) on_expr = [&](const Expr& e) { return rewrite(e, expr_hook); };
  const std::function<Stmt(const Stmt&)> on_stmt = [&](const Stmt& child) {
    Stmt mapped = StmtMapper(on_expr, on_stmt).map(child);
    return stmt_hook && mapped ? stmt_hook(mapped) : mapped;
  };
  return s ? on_stmt(s) : s;
}

}  // namespace nw::tir
