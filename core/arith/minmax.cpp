// SPDX-License-Identifier: GPL-3.0-or-later
// Minima and maxima: what is surely the least or greatest goes alone, common parts come out, and parts that cancel
// with the sum around go in.
#include <algorithm>

#include "arith/simplifier.h"

namespace nw::arith {

using namespace tir;

void Simplifier::collect(ExprKind kind, const Linear& l, std::vector<Linear>& out) {
  if (out.size() < 8 && l.terms.size() == 1 && l.terms[0].coeff == 1 && l.terms[0].atom->kind == kind) {
    const auto* node = static_cast<const BinaryNode*>(l.terms[0].atom.get());
    for (const Expr* side : {&node->a, &node->b}) {
      Linear x = linear(*side);
      x.add_constant(l.constant);
      collect(kind, x, out);
    }
    return;
  }
  for (const Linear& known : out)
    if (same(known, l)) return;
  out.push_back(l);
}

Linear Simplifier::extremum(ExprKind kind, const Linear& a, const Linear& b, DType dtype) {
  const int sign = kind == ExprKind::Min ? 1 : -1;  // sign·(x - y) ≤ 0: x wins
  std::vector<Linear> all;
  collect(kind, a, all);
  collect(kind, b, all);
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t j = 0; j < all.size() && all.size() > 1; ++j) {
      if (i == j || !nonnegative(scale(tidy(add(all[j], all[i], -1)), sign), 1)) continue;
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
      if (j < i) --i;
      --j;
    }
  }
  if (all.size() == 1) return all[0];
  // In one order, constants last.
  std::stable_sort(all.begin(), all.end(), [](const Linear& x, const Linear& y) {
    if (x.terms.empty() != y.terms.empty()) return y.terms.empty();
    return std::lexicographical_compare(
        x.terms.begin(), x.terms.end(), y.terms.begin(), y.terms.end(),
        [](const Term& t, const Term& u) { return t.id != u.id ? t.id < u.id : t.coeff < u.coeff; });
  });
  Linear common;
  for (const Term& t : all[0].terms) {
    bool everywhere = true;
    for (const Linear& l : all) everywhere = everywhere && l.coeff_of(t.id) == t.coeff;
    if (everywhere) common.terms.push_back(t);
  }
  common.constant = all[0].constant;
  // min(-a, -b) is written -max(a, b).
  const Linear first = add(all[0], common, -1);
  const bool turn = std::all_of(first.terms.begin(), first.terms.end(), [](const Term& t) { return t.coeff < 0; });
  if (turn) kind = kind == ExprKind::Min ? ExprKind::Max : ExprKind::Min;
  Expr e;
  for (const Linear& l : all) {
    const Expr part = expression(scale(add(l, common, -1), turn ? -1 : 1), dtype);
    e = e ? make(kind, e, part) : part;
  }
  return tidy(add(common, atom(e), turn ? -1 : 1));
}

// min(x + y, z) - x → min(y, z - x), if something cancels.
bool Simplifier::merge_minmax(Linear& l) {
  for (const Term& t : l.terms) {
    const ExprKind kind = t.atom->kind;
    if (kind != ExprKind::Min && kind != ExprKind::Max) continue;
    const auto* node = static_cast<const BinaryNode*>(t.atom.get());
    const Linear a = linear(node->a), b = linear(node->b);
    Linear moved;  // goes inside, divided by t's factor
    for (const Term& u : l.terms) {
      if (u.id == t.id || u.coeff % t.coeff != 0) continue;
      const int64_t k = u.coeff / t.coeff;
      if (a.coeff_of(u.id) == -k || b.coeff_of(u.id) == -k) moved.terms.push_back({u.atom, u.id, k});
    }
    if (moved.terms.empty()) continue;
    Linear rest = l;
    rest.add(t, -1);
    rest = add(rest, moved, -t.coeff);
    const Linear inside = extremum(kind, tidy(add(a, moved)), tidy(add(b, moved)), t.atom->dtype);
    l = add(rest, inside, t.coeff);
    return true;
  }
  return false;
}

}  // namespace nw::arith
