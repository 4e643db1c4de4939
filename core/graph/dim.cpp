// SPDX-License-Identifier: GPL-3.0-or-later
// A dimension as a polynomial: a map from monomials to integer coefficients. A monomial is a sorted list of atoms
// (variables, and what is not a polynomial: quotients, minima, …). An integer overflow anywhere keeps the expression
// as it is.
#include "graph/dim.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>

#include "tir/print.h"

namespace nw::graph {

namespace {

using tir::Expr;
using tir::ExprKind;

struct Atom {
  std::string key;  // text, and serial numbers where equal names could hide different variables
  Expr expr;
  bool operator<(const Atom& other) const { return key < other.key; }
  bool operator==(const Atom& other) const { return key == other.key; }
};
using Monomial = std::vector<Atom>;

struct Order {  // higher degrees first, then by name: "N*M + N + 1"
  bool operator()(const Monomial& a, const Monomial& b) const {
    if (a.size() != b.size()) return a.size() > b.size();
    return a < b;
  }
};
using Polynomial = std::map<Monomial, int64_t, Order>;

Expr int64(int64_t value) {
  return tir::int_imm(value, DType::Int(64));
}

Atom make_atom(const Expr& e) {
  std::string key = tir::to_string(e);
  tir::walk(e, [&](const Expr& part) {
    if (const auto* var = tir::node_cast<tir::VarNode>(part)) key += '#' + std::to_string(var->serial);
    return true;
  });
  return {std::move(key), e};
}

bool add_term(Polynomial& p, const Monomial& m, int64_t coefficient) {
  int64_t& slot = p[m];
  if (__builtin_add_overflow(slot, coefficient, &slot)) return false;
  if (slot == 0) p.erase(m);
  return true;
}

using MaybePolynomial = std::optional<Polynomial>;

MaybePolynomial add(const Polynomial& a, const Polynomial& b, int64_t factor) {
  Polynomial sum = a;
  for (const auto& [m, c] : b) {
    int64_t scaled = 0;
    if (__builtin_mul_overflow(c, factor, &scaled) || !add_term(sum, m, scaled)) return std::nullopt;
  }
  return sum;
}

MaybePolynomial multiply(const Polynomial& a, const Polynomial& b) {
  constexpr size_t kMaxTerms = 256;
  if (a.size() * b.size() > kMaxTerms) return std::nullopt;
  Polynomial result;
  for (const auto& [ma, ca] : a) {
    for (const auto& [mb, cb] : b) {
      Monomial m = ma;
      m.insert(m.end(), mb.begin(), mb.end());
      std::sort(m.begin(), m.end());
      int64_t c = 0;
      if (__builtin_mul_overflow(ca, cb, &c) || !add_term(result, m, c)) return std::nullopt;
    }
  }
  return result;
}

Polynomial from_atom(const Expr& e) {
  return {{{make_atom(e)}, 1}};
}

MaybePolynomial parse(const Expr& e);

MaybePolynomial parse_binary(const tir::BinaryNode& node) {
  const MaybePolynomial a = parse(node.a);
  const MaybePolynomial b = parse(node.b);
  if (!a || !b) return std::nullopt;
  if (node.kind == ExprKind::Mul) return multiply(*a, *b);
  return add(*a, *b, node.kind == ExprKind::Add ? 1 : -1);
}

MaybePolynomial parse(const Expr& e) {
  if (const int64_t* value = tir::as_const_int(e)) {
    return *value == 0 ? Polynomial{} : Polynomial{{Monomial{}, *value}};
  }
  switch (e->kind) {
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
      return parse_binary(*tir::node_cast<tir::BinaryNode>(e));
    case ExprKind::Cast: {
      const Expr& inner = tir::node_cast<tir::CastNode>(e)->value;
      return inner->dtype.is_integer() ? parse(inner) : from_atom(e);
    }
    default:
      return from_atom(e);
  }
}

Expr term(const Monomial& m, int64_t coefficient) {
  Expr e;
  for (const Atom& atom : m) {
    const Expr factor = tir::cast(DType::Int(64), atom.expr);
    e = e ? e * factor : factor;
  }
  if (!e) return int64(coefficient);
  return coefficient == 1 ? e : e * int64(coefficient);
}

Dim to_dim(const Polynomial& p) {
  Expr sum;
  for (const auto& [m, c] : p) {
    if (!sum) {
      sum = term(m, c);
    } else if (c < 0 && c != std::numeric_limits<int64_t>::min()) {
      sum = sum - term(m, -c);
    } else {
      sum = sum + term(m, c);
    }
  }
  return sum ? Dim(sum) : Dim(int64_t{0});
}

Dim or_else(const MaybePolynomial& p, const Expr& fallback) {
  return p ? to_dim(*p) : Dim(fallback);
}

// The quotient by one term c·m; every term must be divisible.
MaybePolynomial divide_by_term(const Polynomial& p, const Monomial& m, int64_t c) {
  Polynomial quotient;
  for (const auto& [pm, pc] : p) {
    if (c == 0 || (c == -1 ? pc == std::numeric_limits<int64_t>::min() : pc % c != 0)) return std::nullopt;
    if (!std::includes(pm.begin(), pm.end(), m.begin(), m.end())) return std::nullopt;
    Monomial rest;
    std::set_difference(pm.begin(), pm.end(), m.begin(), m.end(), std::back_inserter(rest));
    quotient.emplace(std::move(rest), pc / c);
  }
  return quotient;
}

// Division of polynomials by the leading term, as on paper.
MaybePolynomial divide(Polynomial dividend, const Polynomial& divisor) {
  if (divisor.empty()) return std::nullopt;
  if (divisor.size() == 1) return divide_by_term(dividend, divisor.begin()->first, divisor.begin()->second);
  Polynomial quotient;
  for (int rounds = 0; !dividend.empty(); ++rounds) {
    constexpr int kMaxRounds = 64;
    if (rounds == kMaxRounds) return std::nullopt;
    const Polynomial lead{*dividend.begin()};
    const MaybePolynomial q = divide_by_term(lead, divisor.begin()->first, divisor.begin()->second);
    if (!q) return std::nullopt;
    const MaybePolynomial taken = multiply(*q, divisor);
    const MaybePolynomial rest = taken ? add(dividend, *taken, -1) : std::nullopt;
    const MaybePolynomial grown = add(quotient, *q, 1);
    if (!rest || !grown) return std::nullopt;
    dividend = *rest;
    quotient = *grown;
  }
  return quotient;
}

bool both_constant(const Dim& a, const Dim& b, int64_t& x, int64_t& y) {
  const std::optional<int64_t> ca = a.constant();
  const std::optional<int64_t> cb = b.constant();
  if (!ca || !cb) return false;
  x = *ca;
  y = *cb;
  return true;
}

Dim combine(const Dim& a, const Dim& b, int64_t sign) {
  const MaybePolynomial pa = parse(a.expr());
  const MaybePolynomial pb = parse(b.expr());
  const MaybePolynomial sum = pa && pb ? add(*pa, *pb, sign) : std::nullopt;
  return or_else(sum, sign > 0 ? a.expr() + b.expr() : a.expr() - b.expr());
}

}  // namespace

Dim normalize(const Dim& dim) {
  return dim.constant() ? dim : or_else(parse(dim.expr()), dim.expr());
}

namespace {

// Numbers that no 64 bits hold stay as large as they can be: no tensor has such a dimension, and type inference says
// so.
Dim beyond(bool negative) {
  return negative ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
}

}  // namespace

Dim operator+(const Dim& a, const Dim& b) {
  int64_t x = 0;
  int64_t y = 0;
  int64_t z = 0;
  if (both_constant(a, b, x, y)) return __builtin_add_overflow(x, y, &z) ? beyond(x < 0) : Dim(z);
  return combine(a, b, 1);
}

Dim operator-(const Dim& a, const Dim& b) {
  int64_t x = 0;
  int64_t y = 0;
  int64_t z = 0;
  if (both_constant(a, b, x, y)) return __builtin_sub_overflow(x, y, &z) ? beyond(x < 0) : Dim(z);
  return combine(a, b, -1);
}

Dim operator*(const Dim& a, const Dim& b) {
  int64_t x = 0;
  int64_t y = 0;
  int64_t z = 0;
  if (both_constant(a, b, x, y)) return __builtin_mul_overflow(x, y, &z) ? beyond((x < 0) != (y < 0)) : Dim(z);
  const MaybePolynomial pa = parse(a.expr());
  const MaybePolynomial pb = parse(b.expr());
  return or_else(pa && pb ? multiply(*pa, *pb) : std::nullopt, a.expr() * b.expr());
}

std::optional<Dim> exact_quotient(const Dim& a, const Dim& b) {
  int64_t x = 0;
  int64_t y = 0;
  if (both_constant(a, b, x, y) && y > 0) return x % y == 0 ? std::optional<Dim>(x / y) : std::nullopt;
  const MaybePolynomial pa = parse(a.expr());
  const MaybePolynomial pb = parse(b.expr());
  if (!pa || !pb) return std::nullopt;
  const MaybePolynomial q = divide(*pa, *pb);
  if (!q) return std::nullopt;
  return to_dim(*q);
}

namespace {

// floor((floor(x / c) + k) / d) = floor((x + k·c) / (c·d)) for constants c, d > 0.
std::optional<Dim> divide_quotient(const Polynomial& p, int64_t divisor) {
  if (p.empty() || p.size() > 2) return std::nullopt;
  const auto& [monomial, coefficient] = *p.begin();
  if (monomial.size() != 1 || coefficient != 1 || monomial[0].expr->kind != ExprKind::FloorDiv) return std::nullopt;
  int64_t constant = 0;
  if (p.size() == 2) {
    if (!p.rbegin()->first.empty()) return std::nullopt;
    constant = p.rbegin()->second;
  }
  const auto* quotient = tir::node_cast<tir::BinaryNode>(monomial[0].expr);
  const int64_t* inner = tir::as_const_int(quotient->b);
  int64_t scaled = 0;
  int64_t both = 0;
  if (!inner || *inner <= 0 || __builtin_mul_overflow(constant, *inner, &scaled) ||
      __builtin_mul_overflow(*inner, divisor, &both)) {
    return std::nullopt;
  }
  return floor_div(Dim(quotient->a) + Dim(scaled), Dim(both));
}

}  // namespace

// a = divisible part + rest: floor((b·q + r) / b) = q + floor(r / b) for a constant b.
Dim floor_div(const Dim& a, const Dim& b) {
  int64_t x = 0;
  int64_t y = 0;
  if (both_constant(a, b, x, y) && y != 0 && y != -1) return x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
  if (std::optional<Dim> q = exact_quotient(a, b)) return *q;
  const std::optional<int64_t> divisor = b.constant();
  const MaybePolynomial p = parse(a.expr());
  if (!divisor || *divisor <= 0 || !p) return Dim(tir::floordiv(a.expr(), b.expr()));
  if (std::optional<Dim> flat = divide_quotient(*p, *divisor)) return *flat;
  Polynomial whole;
  Polynomial rest;
  for (const auto& [m, c] : *p) {
    const int64_t q = c / *divisor - (c % *divisor < 0 ? 1 : 0);
    const int64_t r = c - q * *divisor;
    if (r == 0 || m.empty()) {
      if (q != 0) whole.emplace(m, q);
      if (r != 0) rest.emplace(m, r);
    } else {
      rest.emplace(m, c);
    }
  }
  const Expr quotient = tir::floordiv(to_dim(rest).expr(), b.expr());
  const MaybePolynomial sum = add(whole, from_atom(quotient), 1);
  return or_else(sum, tir::floordiv(a.expr(), b.expr()));
}

Dim ceil_div(const Dim& a, const Dim& b) {
  return floor_div(a + b - Dim(1), b);
}

Dim floor_mod(const Dim& a, const Dim& b) {
  if (exact_quotient(a, b)) return Dim(int64_t{0});
  return Dim(tir::floormod(a.expr(), b.expr()));
}

namespace {

bool never_negative(const Expr& e) {
  if (const int64_t* value = tir::as_const_int(e)) return *value >= 0;
  if (const auto* var = tir::node_cast<tir::VarNode>(e)) return var->non_negative;
  if (const auto* cast = tir::node_cast<tir::CastNode>(e))
    return cast->value->dtype.is_integer() && never_negative(cast->value);
  const auto* node = tir::node_cast<tir::BinaryNode>(e);
  if (!node) return false;
  switch (node->kind) {
    case ExprKind::Max:
      return never_negative(node->a) || never_negative(node->b);
    case ExprKind::Add:
    case ExprKind::Mul:
    case ExprKind::Min:
    case ExprKind::FloorDiv:
    case ExprKind::FloorMod:
      return never_negative(node->a) && never_negative(node->b);
    default:
      return false;
  }
}

bool not_above_zero(const Dim& dim) {
  return dim.constant().value_or(1) <= 0;
}

}  // namespace

bool is_never_negative(const Dim& dim) {
  return never_negative(dim.expr());
}

// What no symbol's value can change is left out: min(0, n) is 0 and max(0, n) is n.
Dim min(const Dim& a, const Dim& b) {
  if (const std::optional<int64_t> d = (a - b).constant()) return *d <= 0 ? a : b;
  if (not_above_zero(a) && is_never_negative(b)) return a;
  if (not_above_zero(b) && is_never_negative(a)) return b;
  return Dim(tir::min(a.expr(), b.expr()));
}

Dim max(const Dim& a, const Dim& b) {
  if (const std::optional<int64_t> d = (a - b).constant()) return *d >= 0 ? a : b;
  if (not_above_zero(a) && is_never_negative(b)) return b;
  if (not_above_zero(b) && is_never_negative(a)) return a;
  return Dim(tir::max(a.expr(), b.expr()));
}

Dim product(const Shape& shape) {
  Dim result(1);
  for (const Dim& dim : shape) result = result * dim;
  return result;
}

namespace {

// Children first, each through this file's own arithmetic: constants fold as soon as the values are there.
Expr put_values(const Expr& e, const tir::Substitution& values) {
  if (const auto* var = tir::node_cast<tir::VarNode>(e)) {
    const auto it = values.find(tir::Var(var));
    return it == values.end() ? e : it->second;
  }
  const auto* node = tir::node_cast<tir::BinaryNode>(e);
  if (!node || !e->dtype.is_integer()) return tir::substitute(e, values);
  const Dim a(put_values(node->a, values));
  const Dim b(put_values(node->b, values));
  const bool can_divide = !b.constant() || *b.constant() != 0;
  switch (node->kind) {
    case ExprKind::Add:
      return (a + b).expr();
    case ExprKind::Sub:
      return (a - b).expr();
    case ExprKind::Mul:
      return (a * b).expr();
    case ExprKind::Min:
      return min(a, b).expr();
    case ExprKind::Max:
      return max(a, b).expr();
    case ExprKind::FloorDiv:
      return can_divide ? floor_div(a, b).expr() : tir::substitute(e, values);
    case ExprKind::FloorMod:
      return can_divide ? floor_mod(a, b).expr() : tir::substitute(e, values);
    default:
      return tir::substitute(e, values);
  }
}

}  // namespace

Dim substitute(const Dim& dim, const tir::Substitution& values) {
  return dim.constant() ? dim : normalize(Dim(put_values(dim.expr(), values)));
}

Type substitute(const Type& type, const tir::Substitution& values) {
  Type result = type;
  for (Dim& dim : result.shape) dim = substitute(dim, values);
  if (!result.fields.any_dynamic()) return result;
  std::vector<Type> fields;
  for (const Type& field : result.fields) fields.push_back(substitute(field, values));
  result.fields = std::move(fields);
  return result;
}

}  // namespace nw::graph
