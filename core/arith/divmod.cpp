// SPDX-License-Identifier: GPL-3.0-or-later
// Quotients and remainders of sums, rounding toward minus infinity; those that truncate where both are the same.
#include <algorithm>
#include <numeric>

#include "arith/simplifier.h"

namespace nw::arith {

using namespace tir;

// a = high + low, with every term of high divisible by g; the constant goes to low as its remainder.
// True if low is known to lie in [0, g).
bool Simplifier::split_by(const Linear& a, int64_t g, Linear& high, Linear& low) {
  high = low = Linear();
  for (const Term& t : a.terms) (t.coeff % g == 0 ? high : low).terms.push_back(t);
  low.constant = floor_mod(a.constant, g);
  high.constant = a.constant - low.constant;
  const ConstBound b = bound(low);
  return b.min >= 0 && b.max < g;
}

// The largest step g > 1, a divisor of c, such that a moves in steps of g but for a rest in [0, g). 1: none.
int64_t Simplifier::common_step(const Linear& a, int64_t c, Linear& high, Linear& low) {
  std::vector<int64_t> candidates;
  int64_t all = c;
  for (const Term& t : a.terms) {
    all = std::gcd(all, t.coeff);
    candidates.push_back(std::gcd(c, t.coeff));
  }
  if (!a.terms.empty()) candidates.push_back(all);
  std::sort(candidates.rbegin(), candidates.rend());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  for (const int64_t g : candidates)
    if (g > 1 && g < c && split_by(a, g, high, low)) return g;
  return 1;
}

namespace {

Linear exact_quotient(const Linear& a, int64_t g) {
  Linear q = a;
  for (Term& t : q.terms) t.coeff /= g;
  q.constant /= g;
  return q;
}

}  // namespace

Linear Simplifier::divide(const Linear& a, int64_t c, DType dtype) {
  if (c == 1) return a;
  Linear whole, rest;
  const bool inside = split_by(a, c, whole, rest);
  Linear quotient = exact_quotient(whole, c);
  if (inside) return quotient;
  const ConstBound b = bound(rest);
  if (b.min != ConstBound::kNegInf && b.max != ConstBound::kPosInf && floor_div(b.min, c) == floor_div(b.max, c)) {
    quotient.add_constant(floor_div(b.min, c));
    return quotient;
  }
  if (rest.terms.size() == 1 && rest.terms[0].coeff == 1) {
    const auto* inner = node_cast<BinaryNode>(rest.terms[0].atom);
    const int64_t* d = inner ? as_const_int(inner->b) : nullptr;
    int64_t both = 0, shift = 0;
    if (inner && inner->kind == ExprKind::FloorDiv && d && *d > 0 && !__builtin_mul_overflow(c, *d, &both) &&
        !__builtin_mul_overflow(rest.constant, *d, &shift)) {
      Linear x = linear(inner->a);
      x.add_constant(shift);
      return tidy(add(quotient, divide(x, both, dtype)));
    }
    if (inner && inner->kind == ExprKind::FloorMod && d && *d > 0 && *d % c == 0 && rest.constant == 0)
      return tidy(add(quotient, remainder(divide(linear(inner->a), c, dtype), *d / c, dtype)));
  }
  Linear high, low;
  if (const int64_t g = common_step(rest, c, high, low); g > 1)
    return tidy(add(quotient, divide(exact_quotient(high, g), c / g, dtype)));
  const Expr q = make(ExprKind::FloorDiv, expression(rest, dtype), int_imm(c, dtype));
  return tidy(add(quotient, atom(q)));
}

Linear Simplifier::remainder(const Linear& a, int64_t c, DType dtype) {
  if (c == 1) return Linear();
  Linear rest;
  rest.constant = floor_mod(a.constant, c);
  for (Term t : a.terms) {
    t.coeff %= c;
    if (t.coeff == 0) continue;
    // x % m counts as x where c divides m.
    const auto* inner = node_cast<BinaryNode>(t.atom);
    const int64_t* m = inner && inner->kind == ExprKind::FloorMod ? as_const_int(inner->b) : nullptr;
    if (m && *m > 0 && *m % c == 0 && rest.terms.empty() && a.terms.size() == 1)
      return remainder(add(rest, linear(inner->a), t.coeff), c, dtype);
    rest.terms.push_back(t);
  }
  if (rest.is_constant()) return rest;
  ConstBound b = bound(rest);
  int64_t multiple = 0;
  if (b.min != ConstBound::kNegInf && b.max != ConstBound::kPosInf && floor_div(b.min, c) == floor_div(b.max, c) &&
      !__builtin_mul_overflow(floor_div(b.min, c), -c, &multiple)) {
    rest.add_constant(multiple);
    return rest;
  }
  Linear high, low;
  if (const int64_t g = common_step(rest, c, high, low); g > 1) {
    const Linear inner = remainder(exact_quotient(high, g), c / g, dtype);
    return tidy(add(low, inner, g));
  }
  return atom(make(ExprKind::FloorMod, expression(rest, dtype), int_imm(c, dtype)));
}

// A divisor that is no constant: x·b // b and what stays below b.
Linear Simplifier::divide_symbolic(const Expr& e, const Linear& a, const Linear& b) {
  const bool is_div = e->kind == ExprKind::FloorDiv;
  const ConstBound divisor = bound(b);
  const auto finish = [&](const Linear& x) {
    return atom(make(e->kind, expression(x, e->dtype), expression(b, e->dtype)));
  };
  if (divisor.min <= 0 && divisor.max >= 0) {
    // May be 0: only a multiple of the divisor as written divides, since division by 0 means nothing anyway.
    if (same(a, b)) {
      Linear one;
      one.constant = is_div ? 1 : 0;
      return one;
    }
  }
  if (const ExprNode* d = b.single()) {
    Linear quotient, rest = a;
    for (const Term& t : a.terms) {
      const auto* m = node_cast<BinaryNode>(t.atom);
      Linear factor;
      if (t.atom.get() == d)
        factor.constant = 1;
      else if (m && m->kind == ExprKind::Mul && m->b.get() == d)
        factor = linear(m->a);
      else if (m && m->kind == ExprKind::Mul && m->a.get() == d)
        factor = linear(m->b);
      else
        continue;
      quotient = add(quotient, factor, t.coeff);
      rest.add(t, -1);
    }
    if (quotient.terms.empty() && quotient.constant == 0) {
      if (divisor.min > 0 && nonnegative(a) && nonnegative(add(add(b, a, -1), number(-1))))
        return is_div ? Linear() : a;
      return finish(a);
    }
    if (rest.is_constant(0)) return is_div ? quotient : Linear();
    if (divisor.min > 0) {
      const Linear last = add(add(b, rest, -1), number(-1));  // b - 1 - rest
      if (nonnegative(rest) && nonnegative(last)) return is_div ? quotient : rest;
      return is_div ? tidy(add(quotient, finish(rest))) : finish(rest);
    }
  } else if (divisor.min > 0 && nonnegative(a) && nonnegative(add(add(b, a, -1), number(-1)))) {
    return is_div ? Linear() : a;
  }
  return finish(a);
}

Linear Simplifier::truncated(const Expr& e, const Linear& a, const Linear& b) {
  const bool is_div = e->kind == ExprKind::Div;
  if (b.is_constant() && b.constant > 0) {
    Linear whole, rest;
    if (bound(a).min >= 0 || nonnegative(a))
      return is_div ? divide(a, b.constant, e->dtype) : remainder(a, b.constant, e->dtype);
    split_by(a, b.constant, whole, rest);
    if (rest.is_constant(0)) return is_div ? divide(a, b.constant, e->dtype) : Linear();
  } else if (!b.is_constant() && bound(b).min > 0 && (bound(a).min >= 0 || nonnegative(a))) {
    return divide_symbolic(is_div ? make(ExprKind::FloorDiv, expression(a, e->dtype), expression(b, e->dtype))
                                  : make(ExprKind::FloorMod, expression(a, e->dtype), expression(b, e->dtype)),
                           a, b);
  }
  if (b.is_constant(0)) return opaque(e);
  const Expr whole = make(e->kind, expression(a, e->dtype), expression(b, e->dtype));
  return whole->kind == ExprKind::IntImm ? linear(whole) : atom(whole);  // of two numbers it is a number
}

// k·(y//m)·m + k·(y%m) → k·y, also with y written up to multiples of m in the remainder, and with the quotient of a
// quotient; k·y - k·(y//c)·c → k·(y%c).
bool Simplifier::merge_divmod(Linear& l) {
  for (const Term& t : l.terms) {
    const auto* node = node_cast<BinaryNode>(t.atom);
    const int64_t* c = node ? as_const_int(node->b) : nullptr;
    if (!c || *c <= 0 || *c > INT32_MAX) continue;
    const DType dtype = t.atom->dtype;
    if (node->kind == ExprKind::FloorMod) {
      const Linear z = linear(node->a);
      for (const Term& u : l.terms) {
        const auto* quotient = node_cast<BinaryNode>(u.atom);
        const int64_t* d = quotient && quotient->kind == ExprKind::FloorDiv ? as_const_int(quotient->b) : nullptr;
        if (!d || *d <= 0 || u.coeff % *c != 0 || u.coeff / *c != t.coeff) continue;
        Linear y = linear(quotient->a);
        if (*d != *c) {
          // z = w // e with e·c = d and w = y: then y // d is the quotient of z by c.
          const ExprNode* inner = z.single();
          const auto* w = inner && inner->kind == ExprKind::FloorDiv ? static_cast<const BinaryNode*>(inner) : nullptr;
          const int64_t* step = w ? as_const_int(w->b) : nullptr;
          if (!step || *d % *c != 0 || *step != *d / *c || !same(linear(w->a), y)) continue;
          y = z;
        }
        const Linear apart = add(y, z, -1);
        bool multiple = floor_mod(apart.constant, *c) == 0 && !apart.overflow;
        for (const Term& v : apart.terms) multiple = multiple && v.coeff % *c == 0;
        if (!multiple) continue;
        Linear sum = l;
        sum.add(t, -1);
        sum.add(u, -1);
        l = add(sum, y, t.coeff);
        return true;
      }
    } else if (node->kind == ExprKind::FloorDiv && t.coeff % *c == 0) {
      const int64_t k = t.coeff / *c;
      const Linear y = linear(node->a);
      bool cancels = !y.terms.empty();
      for (const Term& v : y.terms) {
        int64_t wanted = 0;
        cancels = cancels && !__builtin_mul_overflow(v.coeff, -k, &wanted) && l.coeff_of(v.id) == wanted;
      }
      if (!cancels) continue;
      Linear sum = l;
      sum.add(t, -1);
      sum = add(sum, y, k);
      l = add(sum, remainder(y, *c, dtype), -k);
      return true;
    }
  }
  return false;
}

}  // namespace nw::arith
