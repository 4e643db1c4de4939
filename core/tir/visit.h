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
void walk(const Stmt& s, const std::function<bool(const Stmt&)>& visit_stmt, const std::function<bool(const Expr&)>& visit_expr);

// Bottom-up rewriting: children first, then the hook with the rebuilt node. The hook returns its argument to keep it.
Expr rewrite(const Expr& e, const std::function<Expr(const Expr&)>& hook);
// The same over a statement: `expr_hook` for every expression (may be empty), `stmt_hook` for every statement (may be empty).
Stmt rewrite(const Stmt& s, const std::function<Stmt(const Stmt&)>& stmt_hook, const std::function<Expr(const Expr&)>& expr_hook);
// e with its direct children replaced through `f`; e itself if none changed. Constants are folded again on rebuild.
Expr map_children(const Expr& e, const std::function<Expr(const Expr&)>& f);

using Substitution = std::map<Var, Expr, VarOrder>;
Expr substitute(const Expr& e, const Substitution& map);
Stmt substitute(const Stmt& s, const Substitution& map);

bool uses_var(const Expr& e, const Var& var);
bool uses_var(const Expr& e, const std::function<bool(const VarNode&)>& is);

// Same structure; bound variables (reduce axes, lets) correspond by position, free variables by identity.
bool structural_equal(const Expr& a, const Expr& b);
size_t structural_hash(const Expr& e);

}  // namespace nw::tir
