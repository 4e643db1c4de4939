// SPDX-License-Identifier: GPL-3.0-or-later
#include "arith/variable_facts.h"

#include <algorithm>

namespace nw::arith {

using namespace tir;

VariableFacts::Learned VariableFacts::learn(const Var& var, VariableFact fact) {
  if (fact.bounded) widest_ = std::max({widest_, -fact.bound.min, fact.bound.max});
  const auto [it, fresh] = facts_.try_emplace(var.get(), fact);
  if (fresh) {
    keys_.push_back(var);
    return Learned::First;
  }
  const VariableFact old = std::exchange(it->second, std::move(fact));
  const VariableFact& now = it->second;
  const bool same = old.value == now.value && old.bound.min == now.bound.min && old.bound.max == now.bound.max;
  return same ? Learned::Same : Learned::Changed;
}

const VariableFact* VariableFacts::find(const ExprNode* var) const {
  const auto it = facts_.find(var);
  return it == facts_.end() ? nullptr : &it->second;
}

bool VariableFacts::is_bounded(const Expr& e) const {
  if (e->kind == ExprKind::IntImm) return true;
  if (e->kind == ExprKind::Var) {
    const VariableFact* fact = find(e.get());
    return fact && fact->bounded;
  }
  if (!node_cast<BinaryNode>(e) && e->kind != ExprKind::Cast && e->kind != ExprKind::Select) return false;
  bool all = true;
  each_child(*e, [&](const Expr& c) { all = all && is_bounded(c); });
  return all;
}

}  // namespace nw::arith
