// SPDX-License-Identifier: GPL-3.0-or-later
#include "tir/visit.h"

#include "base/budget.h"

namespace nw::tir {

void walk(const Expr& e, const std::function<bool(const Expr&)>& visit) {
  spend();
  if (!visit(e)) return;
  each_child(*e, [&](const Expr& c) { walk(c, visit); });
}

void walk(const Stmt& s, const std::function<bool(const Stmt&)>& visit_stmt,
          const std::function<bool(const Expr&)>& visit_expr) {
  spend();
  if (!s || (visit_stmt && !visit_stmt(s))) return;
  auto expr = [&](const Expr& e) {
    if (visit_expr && e) walk(e, visit_expr);
  };
  auto stmt = [&](const Stmt& child) { walk(child, visit_stmt, visit_expr); };
  switch (s->kind) {
    case StmtKind::For: {
      const auto* n = stmt_cast<ForNode>(s);
      expr(n->min);
      expr(n->extent);
      return stmt(n->body);
    }
    case StmtKind::IfThenElse: {
      const auto* n = stmt_cast<IfThenElseNode>(s);
      expr(n->condition);
      stmt(n->then_case);
      return stmt(n->else_case);
    }
    case StmtKind::Allocate:
      return stmt(stmt_cast<AllocateNode>(s)->body);
    case StmtKind::Store: {
      const auto* n = stmt_cast<StoreNode>(s);
      expr(n->value);
      for (const Expr& i : n->indices) expr(i);
      return expr(n->predicate);
    }
    case StmtKind::Evaluate:
      return expr(stmt_cast<EvaluateNode>(s)->value);
    case StmtKind::Let: {
      const auto* n = stmt_cast<LetStmtNode>(s);
      expr(n->value);
      return stmt(n->body);
    }
    case StmtKind::Attr: {
      const auto* n = stmt_cast<AttrNode>(s);
      expr(n->value);
      return stmt(n->body);
    }
    case StmtKind::Seq:
      for (const Stmt& child : stmt_cast<SeqNode>(s)->stmts) stmt(child);
      return;
  }
}

Expr map_children(const Expr& e, const std::function<Expr(const Expr&)>& f) {
  return map_children_with(e, f);
}

namespace {

Expr rewrite(const Expr& e, const std::function<Expr(const Expr&)>& hook, Rewritten& shared) {
  return shared(e, [&](const Expr& node) {
    return hook(map_children_with(node, [&](const Expr& c) { return rewrite(c, hook, shared); }));
  });
}

}  // namespace

Expr rewrite(const Expr& e, const std::function<Expr(const Expr&)>& hook) {
  Rewritten shared(e);
  return rewrite(e, hook, shared);
}

bool uses_var(const Expr& e, const std::function<bool(const VarNode&)>& is) {
  if (const auto* v = node_cast<VarNode>(e)) return is(*v);
  bool found = false;
  each_child(*e, [&](const Expr& c) { found = found || uses_var(c, is); });
  return found;
}

bool uses_var(const Expr& e, const Var& var) {
  if (e->kind == ExprKind::Var) return e.get() == var.get();
  bool found = false;
  each_child(*e, [&](const Expr& c) { found = found || uses_var(c, var); });
  return found;
}

}  // namespace nw::tir
