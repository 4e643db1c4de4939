// SPDX-License-Identifier: GPL-3.0-or-later
// Walking and rewriting expressions and statements. Rewriting keeps what does not change.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>

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

// What a rewriting made of shared nodes, so that it rewrites each of them once and what was shared stays shared: an
// expression may be a million times larger written out than it is in memory. In small expressions, rewriting a node
// again costs less than looking it up. For a rewriting whose result depends on the node alone.
class Rewritten {
 public:
  Rewritten() = default;  // enter() follows
  explicit Rewritten(const Expr& root) { enter(root); }
  void enter(const Expr& root) { notes_ = root->size >= kWorthNoting; }

  // f(e), or what it was the last time.
  template <class F>
  Expr operator()(const Expr& e, F&& f) {
    if (!notes_ || e->unique()) return f(e);
    if (!known_) known_ = std::make_unique<std::unordered_map<const ExprNode*, Expr>>();
    if (const auto it = known_->find(e.get()); it != known_->end()) return it->second;
    Expr made = f(e);
    known_->emplace(e.get(), made);
    return made;
  }

 private:
  static constexpr uint32_t kWorthNoting = 200;
  bool notes_ = false;
  std::unique_ptr<std::unordered_map<const ExprNode*, Expr>> known_;  // mostly not needed
};

// Shared nodes of large expressions that a walk has been at; of small ones it is at each node as often as it occurs.
class Visited {
 public:
  explicit Visited(std::span<const Expr> roots) {
    for (const Expr& root : roots) notes_ = notes_ || root->size >= 200;
  }
  bool notes() const { return notes_; }
  bool first(const Expr& e) {
    if (!notes_ || e->unique()) return true;
    if (!seen_) seen_ = std::make_unique<std::unordered_set<const ExprNode*>>();
    return seen_->insert(e.get()).second;
  }

 private:
  bool notes_ = false;
  std::unique_ptr<std::unordered_set<const ExprNode*>> seen_;
};

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
