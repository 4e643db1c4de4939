// SPDX-License-Identifier: GPL-3.0-or-later
// Constant bounds and modular facts.
#include <algorithm>
#include <numeric>

#include "arith/data_rules.h"
#include "arith/simplifier.h"

namespace nw::arith {

using namespace tir;

namespace {

constexpr int64_t kPos = ConstBound::kPosInf, kNeg = ConstBound::kNegInf;

bool infinite(int64_t v) {
  return v == kPos || v == kNeg;
}

ConstBound of_type(DType t) {
  if (t.is_bool()) return {0, 1};
  if (t.is_uint()) return {0, t.bits < 63 ? max_int(t) : kPos};
  if (t.is_int() && t.bits < 64) return {min_int(t), max_int(t)};
  return {};
}

ConstBound intersect(ConstBound a, ConstBound b) {
  return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

// x // c for any c of b, all of them positive.
ConstBound quotient(ConstBound a, ConstBound b, bool truncates) {
  const auto div = [&](int64_t x, int64_t y) {
    if (infinite(x)) return x;
    if (y == kPos) return x < 0 && !truncates ? int64_t{-1} : int64_t{0};
    return truncates ? x / y : floor_div(x, y);
  };
  const int64_t corners[] = {div(a.min, b.min), div(a.min, b.max), div(a.max, b.min), div(a.max, b.max)};
  return {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
}

ConstBound floor_remainder(ConstBound a, ConstBound b) {
  const int64_t top = b.max == kPos ? kPos : b.max - 1;
  if (a.min < 0) return {0, top};
  if (a.max < b.min) return a;
  return {0, std::min(a.max, top)};
}

ConstBound trunc_remainder(ConstBound a, ConstBound b) {
  if (a.min >= 0) return floor_remainder(a, b);
  const int64_t top = b.max == kPos ? kPos : b.max - 1;
  return {std::max(a.min, -top), a.max < 0 ? 0 : std::min(a.max, top)};
}

}  // namespace

int64_t saturating_add(int64_t a, int64_t b) {
  if (infinite(a)) return a;
  if (infinite(b)) return b;
  int64_t r = 0;
  if (__builtin_add_overflow(a, b, &r)) return a > 0 ? kPos : kNeg;
  return r;
}

int64_t saturating_mul(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  int64_t r = 0;
  if (infinite(a) || infinite(b) || __builtin_mul_overflow(a, b, &r)) return (a > 0) == (b > 0) ? kPos : kNeg;
  return r;
}

ConstBound interval_product(ConstBound a, ConstBound b) {
  const int64_t corners[] = {saturating_mul(a.min, b.min), saturating_mul(a.min, b.max), saturating_mul(a.max, b.min),
                             saturating_mul(a.max, b.max)};
  return {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
}

ConstBound Simplifier::bound(const Linear& l) {
  if (l.overflow) return {};
  ConstBound sum{l.constant, l.constant};
  for (const Term& t : l.terms) {
    const ConstBound b = interval_product(bound_of_atom(t.atom), {t.coeff, t.coeff});
    sum.min = sum.min == kNeg || b.min == kNeg ? kNeg : saturating_add(sum.min, b.min);
    sum.max = sum.max == kPos || b.max == kPos ? kPos : saturating_add(sum.max, b.max);
  }
  return sum;
}

ConstBound Simplifier::bound_of_atom(const Expr& e) {
  auto& memory = remembered_.back().atom_bound;
  if (const auto it = memory.find(e.get()); it != memory.end()) return it->second;
  memory.emplace(e.get(), of_type(e->dtype));  // for whoever asks again on the way
  ConstBound b = intersect(compute_bound(e), of_type(e->dtype));
  for (const auto& [node, tighter] : tightened_)
    if (node == e.get()) b = intersect(b, tighter);
  if (b.min > b.max) b = of_type(e->dtype);  // assumptions that contradict each other: nothing is known
  remembered_.back().atom_bound.insert_or_assign(e.get(), b);
  return b;
}

ConstBound Simplifier::compute_bound(const Expr& e) {
  if (const auto* v = node_cast<VarNode>(e)) {
    const auto it = vars_.find(v);
    if (it != vars_.end()) return it->second.value ? bound(linear(it->second.value)) : it->second.bound;
    return v->non_negative ? ConstBound{0, kPos} : ConstBound{};
  }
  if (const auto* s = node_cast<SelectNode>(e); s && s->dtype.is_integer()) {
    const ConstBound a = bound(linear(s->true_value)), b = bound(linear(s->false_value));
    return {std::min(a.min, b.min), std::max(a.max, b.max)};
  }
  if (const auto* c = node_cast<CastNode>(e)) {
    if (!c->value->dtype.is_integer() || !c->dtype.is_integer()) return {};
    const ConstBound inner = bound(linear(c->value)), type = of_type(c->dtype);
    return inner.min >= type.min && inner.max <= type.max ? inner : ConstBound{};
  }
  const auto* b = node_cast<BinaryNode>(e);
  if (!b || !is_index(e->dtype)) return {};
  const ConstBound x = bound(linear(b->a)), y = bound(linear(b->b));
  switch (e->kind) {
    case ExprKind::Add:
    case ExprKind::Sub:
      return data_bound(e->kind, e->dtype, x, y);  // sums of indices are no atoms
    case ExprKind::Mul:
      return data_[id_of(e)] ? data_bound(e->kind, e->dtype, x, y) : interval_product(x, y);
    case ExprKind::Min:
      return {std::min(x.min, y.min), std::min(x.max, y.max)};
    case ExprKind::Max:
      return {std::max(x.min, y.min), std::max(x.max, y.max)};
    case ExprKind::FloorDiv:
    case ExprKind::Div:
      return y.min > 0 ? quotient(x, y, e->kind == ExprKind::Div) : ConstBound{};
    case ExprKind::FloorMod:
      return y.min > 0 ? floor_remainder(x, y) : ConstBound{};
    case ExprKind::Mod:
      return y.min > 0 ? trunc_remainder(x, y) : ConstBound{};
    default:
      return {};
  }
}

namespace {

ModularSet reduce(int64_t coeff, int64_t base) {
  coeff = std::abs(coeff);
  return {coeff, coeff == 0 ? base : floor_mod(base, coeff)};
}

}  // namespace

// Everything that x and y have in common.
static ModularSet common(ModularSet x, ModularSet y) {
  return reduce(std::gcd(std::gcd(x.coeff, y.coeff), x.base - y.base), x.base);
}

ModularSet Simplifier::modular(const Linear& l) {
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

ModularSet Simplifier::modular_of_atom(const Expr& e) {
  if (const auto* s = node_cast<SelectNode>(e); s && is_index(s->dtype))
    return common(modular(linear(s->true_value)), modular(linear(s->false_value)));
  const auto* b = node_cast<BinaryNode>(e);
  if (!b || !is_index(e->dtype)) return {};
  const ModularSet x = modular(linear(b->a)), y = modular(linear(b->b));
  switch (e->kind) {
    case ExprKind::Mul: {
      if (data_[id_of(e)]) return {};  // may wrap
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
