// SPDX-License-Identifier: GPL-3.0-or-later
// Walking and rewriting expressions and statements. Rewriting keeps what does not change.
#pragma once

#include <functional>
#include <map>

#include "tir/stmt.h"

namespace nw::tir {

// Calls `visit` on e and everything under it, parents first, left to right; false stops the descent there.
// Enters Reduce sources, conditions and inits, and load indices; not a reducer's own result expressions.
void walk(const Expr& e, const std::function<bool(const Expr&)>& visit);
void walk(const Stmt& s, const std::function<bool(const Stmt&)>& visit_stmt,
          const std::function<bool(const Expr&)>& visit_expr);

// Bottom-up rewriting: children first, then the hook with the rebuilt node. The hook returns its argument to keep it.
Expr rewrite(const Expr& e, const std::function<Expr(const Expr&)>& hook);
// The same over a statement: `expr_hook` for every expression (may be empty), `stmt_hook` for every statement (may be
// empty). A hook that returns null removes the statement, and with it whatever then has no body left.
Stmt rewrite(const Stmt& s, const std::function<Stmt(const Stmt&)>& stmt_hook,
             const std::function<Expr(const Expr&)>& expr_hook);
// Calls f(child) for each direct child of e, left to right; the same children that walk() enters.
template <class F>
void each_child(const ExprNode& e, F&& f);
// e with its direct children replaced through `f`; e itself if none changed. Constants are folded again on rebuild.
Expr map_children(const Expr& e, const std::function<Expr(const Expr&)>& f);

template <class F>
Expr map_children_with(const Expr& e, F&& f);  // the same for hot paths: f is called directly

using Substitution = std::map<Var, Expr, VarOrder>;
Expr substitute(const Expr& e, const Substitution& map);
Stmt substitute(const Stmt& s, const Substitution& map);

bool uses_var(const Expr& e, const Var& var);
bool uses_var(const Expr& e, const std::function<bool(const VarNode&)>& is);

// Same structure; bound variables (reduce axes, lets) correspond by position, free variables by identity.
bool structural_equal(const Expr& a, const Expr& b);
size_t structural_hash(const Expr& e);

// A node of the kind of `e` over new children (as each_child gives them), through the makers.
Expr rebuild(const ExprNode& e, std::vector<Expr> children);

template <class F>
void each_child(const ExprNode& e, F&& f) {
  switch (e.kind) {
    case ExprKind::IntImm:
    case ExprKind::FloatImm:
    case ExprKind::StringImm:
    case ExprKind::Var:
      return;
    case ExprKind::Not:
      f(static_cast<const NotNode&>(e).a);
      return;
    case ExprKind::Select: {
      const auto& s = static_cast<const SelectNode&>(e);
      f(s.condition);
      f(s.true_value);
      f(s.false_value);
      return;
    }
    case ExprKind::Cast:
      f(static_cast<const CastNode&>(e).value);
      return;
    case ExprKind::ProducerLoad:
      for (const Expr& i : static_cast<const ProducerLoadNode&>(e).indices) f(i);
      return;
    case ExprKind::BufferLoad:
      for (const Expr& i : static_cast<const BufferLoadNode&>(e).indices) f(i);
      return;
    case ExprKind::Call:
      for (const Expr& i : static_cast<const CallNode&>(e).args) f(i);
      return;
    case ExprKind::Let: {
      const auto& l = static_cast<const LetNode&>(e);
      f(l.value);
      f(l.body);
      return;
    }
    case ExprKind::Ramp: {
      const auto& r = static_cast<const RampNode&>(e);
      f(r.base);
      f(r.stride);
      return;
    }
    case ExprKind::Broadcast:
      f(static_cast<const BroadcastNode&>(e).value);
      return;
    case ExprKind::Reduce: {
      const auto& r = static_cast<const ReduceNode&>(e);
      for (const Expr& s : r.source) f(s);
      f(r.condition);
      for (const Expr& i : r.init) f(i);
      return;
    }
    default: {
      const auto& b = static_cast<const BinaryNode&>(e);
      f(b.a);
      f(b.b);
      return;
    }
  }
}

template <class F>
Expr map_children_with(const Expr& e, F&& f) {
  if (const auto* b = node_cast<BinaryNode>(e)) {  // the common case, without a list
    Expr x = f(b->a), y = f(b->b);
    return x == b->a && y == b->b ? e : binary(b->kind, std::move(x), std::move(y));
  }
  if (e->kind <= ExprKind::Var) return e;
  std::vector<Expr> children;
  bool changed = false;
  each_child(*e, [&](const Expr& c) {
    children.push_back(f(c));
    changed = changed || children.back() != c;
  });
  return changed ? rebuild(*e, std::move(children)) : e;
}

}  // namespace nw::tir
