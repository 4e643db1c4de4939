// SPDX-License-Identifier: GPL-3.0-or-later
#include "arith/node_table.h"

#include "arith/linear.h"

namespace nw::arith {

using namespace tir;

Expr NodeTable::canonical(const Expr& e) {
  if (const auto* i = node_cast<IntImmNode>(e); i && is_index(e->dtype))
    return ints_[e->dtype.bits == 64].try_emplace(i->value, e).first->second;
  if (e->kind == ExprKind::Var) return e;
  if (const auto* b = node_cast<BinaryNode>(e))
    return binaries_.try_emplace({b->kind, b->a.get(), b->b.get()}, e).first->second;
  const size_t hash = structural_hash(e);
  const auto [from, to] = others_.equal_range(hash);
  for (auto it = from; it != to; ++it)
    if (structural_equal(it->second, e)) return it->second;
  return others_.emplace(hash, e)->second;
}

Expr NodeTable::make(ExprKind kind, const Expr& a, const Expr& b) {
  const Expr x = canonical(a), y = canonical(b);
  if (const auto it = binaries_.find({kind, x.get(), y.get()}); it != binaries_.end()) return it->second;
  const Expr made = binary(kind, x, y);
  if (made->kind != kind) return canonical(made);  // folded
  return binaries_.try_emplace({kind, x.get(), y.get()}, made).first->second;
}

}  // namespace nw::arith
