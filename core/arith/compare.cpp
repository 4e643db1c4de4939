// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons, proofs, and the facts that assumptions give.
#include <algorithm>
#include <numeric>

#include "arith/simplifier.h"
#include "base/budget.h"

namespace nw::arith {

using namespace tir;

// l = k·fact + something known to be ≥ 0, for some k > 0.
bool Simplifier::by_facts(const Linear& l) {
  if (using_facts_) return false;  // bounds of a fact's own atoms may ask again
  using_facts_ = true;
  const bool proved = any_fact_proves(l);
  using_facts_ = false;
  return proved;
}

bool Simplifier::any_fact_proves(const Linear& l) {
  spend(1 + static_cast<int64_t>(facts_.size()) / 8);
  for (const Linear& fact : facts_) {
    for (const Term& t : fact.terms) {
      const int64_t mine = l.coeff_of(t.id);
      if (mine == 0 || mine % t.coeff != 0 || mine / t.coeff <= 0) continue;
      if (bound(tidy(add(l, fact, -(mine / t.coeff)))).min >= 0) return true;
    }
  }
  return false;
}

// x//c - y//c ≥ (x - y)//c.
bool Simplifier::quotients_differ_enough(const Linear& l) {
  if (l.data) return false;
  for (const Term& t : l.terms) {
    const auto* x = t.coeff > 0 && t.atom->kind == ExprKind::FloorDiv ? node_cast<BinaryNode>(t.atom) : nullptr;
    if (!x) continue;
    const int64_t* c = as_const_int(x->b);
    for (const Term& u : l.terms) {
      const auto* y =
          u.coeff == -t.coeff && u.atom->kind == ExprKind::FloorDiv ? node_cast<BinaryNode>(u.atom) : nullptr;
      const int64_t* d = y ? as_const_int(y->b) : nullptr;
      if (!c || !d || *c != *d || *c <= 0) continue;
      Linear rest = l;
      rest.add(t, -1);
      rest.add(u, -1);
      const Linear apart = divide(tidy(add(linear(x->a), linear(y->a), -1)), *c, t.atom->dtype);
      if (bound(tidy(add(rest, apart, t.coeff))).min >= 0) return true;
    }
  }
  return false;
}

bool Simplifier::nonnegative(const Linear& l, int depth) {
  if (l.overflow) return false;
  const ConstBound b = bound(l);
  if (b.min >= 0) return true;
  if (b.max < 0) return false;
  if (!facts_.empty() && by_facts(l)) return true;
  if (depth >= 3) return false;
  if (quotients_differ_enough(l)) return true;
  for (const Term& t : l.terms) {
    const ExprKind kind = t.atom->kind;
    const bool choice = kind == ExprKind::Select && is_index(t.atom->dtype);
    if (kind != ExprKind::Min && kind != ExprKind::Max && !choice) continue;
    Linear rest = l;
    rest.add(t, -1);
    const Expr& first = choice ? node_cast<SelectNode>(t.atom)->true_value : node_cast<BinaryNode>(t.atom)->a;
    const Expr& second = choice ? node_cast<SelectNode>(t.atom)->false_value : node_cast<BinaryNode>(t.atom)->b;
    // min·k is ≥ 0 where both are, max·k where one is; the other way round for k < 0.
    const bool both = choice || (kind == ExprKind::Min) == (t.coeff > 0);
    const bool a = nonnegative(tidy(add(rest, linear(first), t.coeff)), depth + 1);
    if (a != both) return a;
    return nonnegative(tidy(add(rest, linear(second), t.coeff)), depth + 1);
  }
  return false;
}

Expr Simplifier::compare(ExprKind kind, const Expr& a, const Expr& b) {
  const Linear d = tidy(add(linear(a), linear(b), -1));
  if (d.overflow) return make(kind, simplify(a), simplify(b));
  if (d.data) {  // moving a term to the other side may wrap
    const std::optional<bool> known = decided(kind, d);
    return known ? bool_imm(*known) : make(kind, simplify(a), simplify(b));
  }
  return decide(kind, d, a->dtype.bits > b->dtype.bits ? a->dtype : b->dtype);
}

Expr Simplifier::decide(ExprKind kind, const Linear& d, DType dtype) {
  const std::optional<bool> known = decided(kind, d);
  return known ? bool_imm(*known) : compare_text(kind, d, dtype);
}

// d against 0.
std::optional<bool> Simplifier::decided(ExprKind kind, const Linear& d) {
  const Linear one = number(1);
  switch (kind) {
    case ExprKind::LT:
    case ExprKind::GE: {  // d ≤ -1, or not
      const bool less = kind == ExprKind::LT;
      if (nonnegative(d)) return !less;
      if (nonnegative(add(scale(d, -1), one, -1))) return less;
      break;
    }
    case ExprKind::LE:
    case ExprKind::GT: {
      const bool less = kind == ExprKind::LE;
      if (nonnegative(scale(d, -1))) return less;
      if (nonnegative(add(d, one, -1))) return !less;
      break;
    }
    default: {
      const bool equal = kind == ExprKind::EQ;
      if (d.is_constant()) return (d.constant == 0) == equal;
      const ConstBound range = bound(d);
      const ModularSet m = modular(d);
      const bool apart = range.min > 0 || range.max < 0 || (m.coeff > 1 && m.base != 0) ||
                         nonnegative(add(d, one, -1)) || nonnegative(add(scale(d, -1), one, -1));
      if (apart) return !equal;
      if (range.min == 0 && range.max == 0) return equal;
    }
  }
  return std::nullopt;
}

// d against 0 as people write it: what is subtracted to the right, common factors out, the constant to the right.
Expr Simplifier::compare_text(ExprKind kind, const Linear& d, DType dtype) {
  int64_t g = 0;
  for (const Term& t : d.terms) g = std::gcd(g, t.coeff);
  Linear left, right;
  for (Term t : d.terms) {
    t.coeff /= g;
    if (t.coeff < 0)
      t.coeff = -t.coeff, right.terms.push_back(t);
    else
      left.terms.push_back(t);
  }
  // g·x + c < 0 ⇔ x < ceil(-c/g); x ≤ floor(-c/g); and the same for what is not.
  const bool up = kind == ExprKind::LT || kind == ExprKind::GE;
  if ((kind == ExprKind::EQ || kind == ExprKind::NE) && d.constant % g != 0) return bool_imm(kind == ExprKind::NE);
  int64_t c = up ? -floor_div(d.constant, g) : floor_div(-d.constant, g);
  ExprKind shown = kind;
  if (left.terms.empty()) {  // -x < c is x > -c
    std::swap(left, right);
    constexpr ExprKind kMirrored[] = {ExprKind::EQ, ExprKind::NE, ExprKind::GT,
                                      ExprKind::GE, ExprKind::LT, ExprKind::LE};
    shown = kMirrored[static_cast<int>(kind) - static_cast<int>(ExprKind::EQ)];
    c = -c;
  }
  if (c < 0 && !right.terms.empty())
    left.constant = -c;
  else
    right.constant = c;
  if (shown == ExprKind::GT && right.is_constant()) shown = ExprKind::GE, ++right.constant;
  if (shown == ExprKind::LE && right.is_constant()) shown = ExprKind::LT, ++right.constant;
  // x//c < m ⇔ x < m·c
  if (const ExprNode* q = left.single(); q && q->kind == ExprKind::FloorDiv && left.constant == 0 &&
                                         right.is_constant() && (shown == ExprKind::LT || shown == ExprKind::GE)) {
    const auto* node = static_cast<const BinaryNode*>(q);
    const int64_t* step = as_const_int(node->b);
    int64_t limit = 0;
    if (step && *step > 0 && !__builtin_mul_overflow(right.constant, *step, &limit)) {
      Linear x = linear(node->a);
      x.add_constant(-limit);
      return decide(shown, x, dtype);
    }
  }
  return make(shown, expression(left, dtype), expression(right, dtype));
}

bool Simplifier::prove(const Expr& condition) {
  if (const int64_t* known = as_const_int(condition)) return *known != 0;
  if (const auto* b = node_cast<BinaryNode>(condition)) {
    if (b->kind == ExprKind::And) return prove(b->a) && prove(b->b);
    if (b->kind == ExprKind::Or && (prove(b->a) || prove(b->b))) return true;
  }
  return is_one(simplify(condition));
}

void Simplifier::assume_nonnegative(const Linear& l) {
  if (l.overflow || l.terms.empty()) return;
  facts_.push_back(l);
  if (l.terms.size() != 1) return;
  const Term& t = l.terms[0];  // coeff·x + c ≥ 0
  ConstBound b;
  if (t.coeff > 0)
    b.min = -floor_div(l.constant, t.coeff);
  else
    b.max = floor_div(l.constant, -t.coeff);
  bounds_.tighten(t.atom.get(), b);
}

size_t Simplifier::assume(const Expr& condition) {
  const size_t mark = levels_.size();
  Expr inner = condition;
  if (const auto* c = node_cast<CallNode>(inner); c && c->name == "likely" && c->args.size() == 1) inner = c->args[0];
  if (const auto* b = node_cast<BinaryNode>(inner); b && b->kind == ExprKind::And) {
    assume(b->a);
    assume(b->b);
    return mark;
  }
  if (inner->kind == ExprKind::Not) inner = simplify(inner);
  const auto* b = node_cast<BinaryNode>(inner);
  const bool compares = b && b->kind >= ExprKind::EQ && b->kind <= ExprKind::GE && is_index(b->a->dtype);
  const Linear d = compares ? tidy(add(linear(b->a), linear(b->b), -1)) : Linear();
  levels_.push_back(facts_.size());
  bounds_.enter();
  remembered_.emplace_back();
  if (compares) {
    const Linear one = number(1), minus = scale(d, -1);
    if (b->kind == ExprKind::LT) assume_nonnegative(add(minus, one, -1));
    if (b->kind == ExprKind::LE) assume_nonnegative(minus);
    if (b->kind == ExprKind::GT) assume_nonnegative(add(d, one, -1));
    if (b->kind == ExprKind::GE) assume_nonnegative(d);
    if (b->kind == ExprKind::EQ) {
      assume_nonnegative(d);
      assume_nonnegative(minus);
    }
  }
  return mark;
}

void Simplifier::undo(size_t mark) {
  while (levels_.size() > mark) {
    facts_.resize(levels_.back());
    bounds_.leave();
    levels_.pop_back();
    remembered_.pop_back();
  }
}

}  // namespace nw::arith
