// SPDX-License-Identifier: GPL-3.0-or-later
#include "arith/bounds.h"

#include <algorithm>
#include <numeric>

#include "arith/data_rules.h"
#include "arith/interval.h"
#include "arith/simplifier.h"

namespace nw::arith {

using namespace tir;

namespace {

ModularSet reduce(int64_t coeff, int64_t base) {
  coeff = std::abs(coeff);
  return {coeff, coeff == 0 ? base : floor_mod(base, coeff)};
}

// The least set that has both.
ModularSet common(ModularSet x, ModularSet y) {
  return reduce(std::gcd(std::gcd(x.coeff, y.coeff), x.base - y.base), x.base);
}

}  // namespace

void BoundAnalysis::enter() {
  levels_.push_back({tightened_.size(), {}});
}

void BoundAnalysis::tighten(const ExprNode* atom, ConstBound bound) {
  tightened_.emplace_back(atom, bound);
}

void BoundAnalysis::leave() {
  tightened_.resize(levels_.back().tightened);
  levels_.pop_back();
}

void BoundAnalysis::forget() {
  for (Level& level : levels_) level.bounds.clear();
}

ConstBound BoundAnalysis::of(const Linear& l) {
  if (l.overflow) return {};
  ConstBound sum{l.constant, l.constant};
  // The least int64 is below kNegInf, which as an upper bound would say nothing.
  if (l.constant <= ConstBound::kNegInf) sum = {ConstBound::kNegInf, ConstBound::kNegInf + 1};
  for (const Term& t : l.terms) sum = interval_sum(sum, interval_product(bound_of_atom(t.atom), {t.coeff, t.coeff}));
  return sum;
}

ConstBound BoundAnalysis::of(const Expr& e) {
  return of(simplifier_.linear(e));
}

ConstBound BoundAnalysis::bound_of_atom(const Expr& e) {
  auto& known = levels_.back().bounds;
  const ConstBound type = bound_of_type(e->dtype);
  const auto [it, fresh] = known.try_emplace(e.get(), type);  // for whoever asks again on the way
  if (!fresh) return it->second;
  ConstBound b = intersect(compute_bound(e), type);
  for (const auto& [node, tighter] : tightened_)
    if (node == e.get()) b = intersect(b, tighter);
  if (b.min > b.max) b = type;  // assumptions that contradict each other: nothing is known
  levels_.back().bounds.insert_or_assign(e.get(), b);
  return b;
}

ConstBound BoundAnalysis::compute_bound(const Expr& e) {
  if (const auto* v = node_cast<VarNode>(e)) {
    if (const VariableFact* fact = simplifier_.variables().find(v)) return fact->value ? of(fact->value) : fact->bound;
    return v->non_negative ? ConstBound{0, ConstBound::kPosInf} : ConstBound{};
  }
  if (const auto* s = node_cast<SelectNode>(e); s && s->dtype.is_integer())
    return unite(of(s->true_value), of(s->false_value));
  if (const auto* c = node_cast<CastNode>(e)) {
    if (!c->value->dtype.is_integer() || !c->dtype.is_integer()) return {};
    const ConstBound inner = of(c->value), type = bound_of_type(c->dtype);
    // Beyond int64, a bound of a uint64 is not a number: the value may have its highest bit set.
    const bool unsigned64 = c->value->dtype.is_uint() && c->value->dtype.bits == 64;
    if (unsigned64 && inner.max == ConstBound::kPosInf && c->dtype != c->value->dtype) return {};
    return inner.min >= type.min && inner.max <= type.max ? inner : ConstBound{};
  }
  const auto* b = node_cast<BinaryNode>(e);
  if (!b || !is_index(e->dtype)) return {};
  const ConstBound x = of(b->a), y = of(b->b);
  switch (e->kind) {
    case ExprKind::Add:
    case ExprKind::Sub:
      return data_bound(e->kind, e->dtype, x, y);  // sums of indices are no atoms
    case ExprKind::Mul:
      return simplifier_.is_data_atom(e) ? data_bound(e->kind, e->dtype, x, y) : interval_product(x, y);
    case ExprKind::Min:
      return {std::min(x.min, y.min), std::min(x.max, y.max)};
    case ExprKind::Max:
      return {std::max(x.min, y.min), std::max(x.max, y.max)};
    case ExprKind::FloorDiv:
    case ExprKind::Div:
      if (y.min <= 0) return {};
      return e->kind == ExprKind::Div ? trunc_quotient(x, y) : floor_quotient(x, y);
    case ExprKind::FloorMod:
      return y.min > 0 ? floor_remainder(x, y) : ConstBound{};
    case ExprKind::Mod:
      return y.min > 0 ? trunc_remainder(x, y) : ConstBound{};
    default:
      return {};
  }
}

ModularSet BoundAnalysis::modular(const Linear& l) {
  if (l.overflow) return {};
  ModularSet sum{0, l.constant};
  for (const Term& t : l.terms) {
    const ModularSet m = modular_of_atom(t.atom);
    int64_t coeff = 0, base = 0;
    if (__builtin_mul_overflow(m.coeff, t.coeff, &coeff) || __builtin_mul_overflow(m.base, t.coeff, &base) ||
        __builtin_add_overflow(sum.base, base, &base))
      return {};
    sum = reduce(std::gcd(sum.coeff, coeff), base);
  }
  return sum;
}

ModularSet BoundAnalysis::modular_of_atom(const Expr& e) {
  if (const auto* s = node_cast<SelectNode>(e); s && is_index(s->dtype))
    return common(modular(simplifier_.linear(s->true_value)), modular(simplifier_.linear(s->false_value)));
  const auto* b = node_cast<BinaryNode>(e);
  if (!b || !is_index(e->dtype)) return {};
  const ModularSet x = modular(simplifier_.linear(b->a)), y = modular(simplifier_.linear(b->b));
  switch (e->kind) {
    case ExprKind::Mul: {
      if (simplifier_.is_data_atom(e)) return {};  // may wrap
      int64_t cc = 0, cb = 0, bc = 0, bb = 0;
      if (__builtin_mul_overflow(x.coeff, y.coeff, &cc) || __builtin_mul_overflow(x.coeff, y.base, &cb) ||
          __builtin_mul_overflow(x.base, y.coeff, &bc) || __builtin_mul_overflow(x.base, y.base, &bb))
        return {};
      return reduce(std::gcd(std::gcd(cc, cb), bc), bb);
    }
    case ExprKind::Min:
    case ExprKind::Max:
      return common(x, y);
    case ExprKind::FloorMod:  // x - c·(x//c)
      if (y.coeff == 0 && y.base != 0) return reduce(std::gcd(x.coeff, y.base), x.base);
      return {};
    default:
      return {};
  }
}

}  // namespace nw::arith
