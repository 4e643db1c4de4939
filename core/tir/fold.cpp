// SPDX-License-Identifier: GPL-3.0-or-later
#include "tir/fold.h"

#include <algorithm>

#include "base/floor_division.h"

namespace nw::tir {

std::optional<int64_t> fold_ints(ExprKind kind, int64_t a, int64_t b) {
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);  // sums wrap
  if (kind >= ExprKind::Div && kind <= ExprKind::FloorMod && (b == 0 || (b == -1 && a == INT64_MIN)))
    return std::nullopt;
  switch (kind) {
    case ExprKind::Add:
      return static_cast<int64_t>(ua + ub);
    case ExprKind::Sub:
      return static_cast<int64_t>(ua - ub);
    case ExprKind::Mul:
      return static_cast<int64_t>(ua * ub);
    case ExprKind::Div:
      return a / b;
    case ExprKind::Mod:
      return a % b;
    case ExprKind::FloorDiv:
      return floor_div(a, b);
    case ExprKind::FloorMod:
      return floor_mod(a, b);
    case ExprKind::Min:
      return std::min(a, b);
    case ExprKind::Max:
      return std::max(a, b);
    case ExprKind::EQ:
      return a == b;
    case ExprKind::NE:
      return a != b;
    case ExprKind::LT:
      return a < b;
    case ExprKind::LE:
      return a <= b;
    case ExprKind::GT:
      return a > b;
    case ExprKind::GE:
      return a >= b;
    case ExprKind::And:
      return a && b;
    case ExprKind::Or:
      return a || b;
    default:
      return std::nullopt;
  }
}

namespace {

std::optional<double> fold_floats(ExprKind kind, double a, double b) {
  switch (kind) {
    case ExprKind::Add:
      return a + b;
    case ExprKind::Sub:
      return a - b;
    case ExprKind::Mul:
      return a * b;
    case ExprKind::Div:
      return b == 0 ? std::optional<double>() : a / b;
    case ExprKind::Min:  // as kernels choose: the second of equal values, and where one is NaN
      return a < b ? a : b;
    case ExprKind::Max:
      return a > b ? a : b;
    default:
      return std::nullopt;
  }
}

// Both are constants.
Expr fold_constants(ExprKind kind, const Expr& a, const Expr& b) {
  const auto* ia = node_cast<IntImmNode>(a);
  const auto* ib = node_cast<IntImmNode>(b);
  if (ia && ib) {
    if (a->dtype.is_uint() && a->dtype.bits == 64 && (ia->value < 0 || ib->value < 0)) return nullptr;
    const std::optional<int64_t> value = fold_ints(kind, ia->value, ib->value);
    if (!value) return nullptr;
    const bool is_bool = kind >= ExprKind::EQ && kind <= ExprKind::Or;
    if (a->dtype.is_bool() && !is_bool) return int_imm(*value & 1, a->dtype);  // a sum of bits wraps, too
    return is_bool ? bool_imm(*value != 0) : int_imm(wrap_int(a->dtype, *value), a->dtype);
  }
  const auto* fa = node_cast<FloatImmNode>(a);
  const auto* fb = node_cast<FloatImmNode>(b);
  if (fa && fb && a->dtype.bits >= 32) {
    const double x = round_to(a->dtype, fa->value), y = round_to(a->dtype, fb->value);
    if (const std::optional<double> value = fold_floats(kind, x, y))
      return float_imm(round_to(a->dtype, *value), a->dtype);
  }
  return nullptr;
}

Expr fold_logic(ExprKind kind, const Expr& a, const Expr& b) {
  const bool is_and = kind == ExprKind::And;
  if (const int64_t* x = as_const_int(a)) return (*x != 0) == is_and ? b : a;
  if (const int64_t* y = as_const_int(b)) return (*y != 0) == is_and ? a : b;
  return nullptr;
}

// No unsigned number is below 0.
Expr fold_unsigned(ExprKind kind, const Expr& a, const Expr& b) {
  if (!a->dtype.is_uint() || a->dtype.lanes != 1) return nullptr;
  const bool zero_behind = is_zero(b), zero_before = is_zero(a);
  if ((kind == ExprKind::LT && zero_behind) || (kind == ExprKind::GT && zero_before)) return bool_imm(false);
  if ((kind == ExprKind::GE && zero_behind) || (kind == ExprKind::LE && zero_before)) return bool_imm(true);
  return nullptr;
}

}  // namespace

Expr fold_binary(ExprKind kind, const Expr& a, const Expr& b) {
  const bool const_a = a->kind <= ExprKind::FloatImm, const_b = b->kind <= ExprKind::FloatImm;
  if (const_a && const_b) {
    if (Expr folded = fold_constants(kind, a, b)) return folded;
  }
  if (kind == ExprKind::And || kind == ExprKind::Or) return fold_logic(kind, a, b);
  if (!a->dtype.is_integer()) return nullptr;
  switch (kind) {
    case ExprKind::Add:
      if (is_zero(b)) return a;
      if (is_zero(a)) return b;
      return nullptr;
    case ExprKind::Sub:
      return is_zero(b) ? a : nullptr;
    case ExprKind::Mul:
      if (is_one(b) || is_zero(a)) return a;
      if (is_one(a) || is_zero(b)) return b;
      return nullptr;
    case ExprKind::Div:
    case ExprKind::FloorDiv:
      if (is_one(b)) return a;
      return is_zero(a) && !is_zero(b) ? a : nullptr;
    case ExprKind::Mod:
    case ExprKind::FloorMod:
      if (is_one(b)) return constant(a->dtype, 0);
      return is_zero(a) && !is_zero(b) ? a : nullptr;
    case ExprKind::Min:
    case ExprKind::Max:
      return a == b ? a : nullptr;
    default:
      return fold_unsigned(kind, a, b);
  }
}

}  // namespace nw::tir
