// SPDX-License-Identifier: GPL-3.0-or-later
// Operators: Python's on numbers, TVM's as soon as one side is an expression.
#include <algorithm>
#include <cmath>
#include <compare>

#include "base/floor_division.h"
#include "script/arithmetic.h"
#include "script/diagnostics.h"
#include "script/evaluator.h"
#include "script/lexer.h"

namespace nw::script {

namespace {

bool is_number(const Value& v) {
  return v.is<int64_t>() || v.is<double>() || v.is<bool>();
}
std::optional<int64_t> integer(const Value& v) {
  if (const auto* i = v.get<int64_t>()) return *i;
  if (const auto* b = v.get<bool>()) return *b;
  return std::nullopt;
}
double real(const Value& v) {
  if (const auto* d = v.get<double>()) return *d;
  return static_cast<double>(*integer(v));
}
std::string op_text(uint32_t op) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8)
    if (const char c = static_cast<char>(op >> shift & 0xff)) text += c;
  return text;
}

// Exact, as in Python: of an integer and a float as well, for which a long double has the bits.
std::partial_ordering compare_numbers(const Value& a, const Value& b) {
  const auto wide = [](const Value& v) {
    const auto i = integer(v);
    return i ? static_cast<long double>(*i) : static_cast<long double>(real(v));
  };
  return wide(a) <=> wide(b);
}

// CPython's float_divmod: the remainder is exact and has the sign of b, and the quotient follows from it.
std::pair<double, double> float_divmod(double a, double b) {
  double mod = std::fmod(a, b), quotient = (a - mod) / b;
  if (mod == 0) {
    mod = std::copysign(0.0, b);
  } else if ((b < 0) != (mod < 0)) {
    mod += b;
    quotient -= 1;
  }
  if (quotient == 0) return {std::copysign(0.0, a / b), mod};
  const double whole = std::floor(quotient);
  return {quotient - whole > 0.5 ? whole + 1 : whole, mod};
}

}  // namespace

Value Arithmetic::unary(const Node* n) {
  Value v = evaluator_.eval(n->a);
  if (v.poisoned()) return v;
  const bool minus = n->op == op_code("-"), invert = n->op == op_code("~");
  if (const auto i = integer(v)) {
    if (minus && *i == INT64_MIN) return state_.report(arithmetic("this number is too large", n->span()));
    return minus ? -*i : invert ? ~*i : *i;
  }
  if (const auto* d = v.get<double>(); d && !invert) return minus ? -*d : *d;
  const tir::Expr e = arguments_.to_expr(v, n->a);
  if (!e) return Poison();
  if (minus) return arguments_.sized(-e, n);
  if (!invert) return v;
  if (!e->dtype.is_integer())
    return state_.report(wrong_type("the operand of ~", "an integer", describe(v), n->span()));
  return arguments_.sized(tir::call(e->dtype, "bitwise_not", {e}), n);
}

Value Arithmetic::binary(const Node* n) {
  const Value a = evaluator_.eval(n->a), b = evaluator_.eval(n->b);
  if (a.poisoned() || b.poisoned()) return Poison();
  if (is_number(a) && is_number(b)) return number_binary(n->op, a, b, n);
  if (n->op == op_code("+")) {
    if (const ListValue *x = a.list(), *y = b.list(); x && y) {
      if (x->items.size() + y->items.size() > kMaxItems) return state_.report(too_long("a list", kMaxItems, n->span()));
      std::vector<Value> items = x->items;
      items.insert(items.end(), y->items.begin(), y->items.end());
      return make_list(std::move(items), x->is_tuple);
    }
    if (const auto *x = a.get<std::string>(), *y = b.get<std::string>(); x && y) {
      if (x->size() + y->size() > kLongestText) return state_.report(too_long("a string", kLongestText, n->span()));
      return *x + *y;
    }
  }
  return expr_binary(n->op, a, b, n);
}

Value Arithmetic::power(double a, double b, const Node* n) {
  if (a == 0 && b < 0) return state_.report(arithmetic("0 cannot be raised to a negative power", n->span()));
  if (a < 0 && std::isfinite(b) && std::isfinite(a) && b != std::floor(b))
    return state_.report(arithmetic("this power of a negative number is complex", n->span()));
  const double r = std::pow(a, b);
  if (std::isinf(r) && std::isfinite(a) && std::isfinite(b))
    return state_.report(arithmetic("this number is too large", n->span()));
  return r;
}

Value Arithmetic::number_binary(uint32_t op, const Value& a, const Value& b, const Node* n) {
  const auto x = integer(a), y = integer(b);
  if (x && y && op != op_code("/")) return int_binary(op, *x, *y, n);
  return float_binary(op, real(a), real(b), n);
}

Value Arithmetic::int_binary(uint32_t op, int64_t a, int64_t b, const Node* n) {
  int64_t r = 0;
  bool overflow = false;
  switch (op) {
    case op_code("+"):
      overflow = __builtin_add_overflow(a, b, &r);
      break;
    case op_code("-"):
      overflow = __builtin_sub_overflow(a, b, &r);
      break;
    case op_code("*"):
      overflow = __builtin_mul_overflow(a, b, &r);
      break;
    case op_code("//"):
    case op_code("%"): {
      if (b == 0) return state_.report(arithmetic("division by zero", n->span()));
      if (b == -1) {
        if (op == op_code("%")) return int64_t{0};
        overflow = __builtin_sub_overflow(int64_t{0}, a, &r);
        break;
      }
      r = op == op_code("//") ? floor_div(a, b) : floor_mod(a, b);
      break;
    }
    case op_code("<<"):
    case op_code(">>"):
      if (b < 0) return state_.report(arithmetic("a number cannot be shifted by a negative amount", n->span()));
      if (op == op_code(">>"))
        r = a >> std::min<int64_t>(b, 63);
      else if (b > 62)
        overflow = a != 0;
      else
        overflow = __builtin_mul_overflow(a, int64_t{1} << b, &r);
      break;
    case op_code("&"):
      r = a & b;
      break;
    case op_code("|"):
      r = a | b;
      break;
    case op_code("^"):
      r = a ^ b;
      break;
    case op_code("**"):
      if (b < 0) return float_binary(op, static_cast<double>(a), static_cast<double>(b), n);
      if (b > 64 && a > 1) return state_.report(arithmetic("this number is too large", n->span()));
      r = 1;
      if (a == 0 || a == 1 || a == -1)
        r = b == 0 ? 1 : a == -1 && b % 2 == 0 ? 1 : a;
      else
        for (int64_t i = 0; i < b && !overflow; ++i) overflow = __builtin_mul_overflow(r, a, &r);
      break;
    default:
      return state_.report(arithmetic("this operator has no meaning here", n->span()));
  }
  if (overflow) return state_.report(arithmetic("this number is too large", n->span()));
  return r;
}

Value Arithmetic::float_binary(uint32_t op, double a, double b, const Node* n) {
  switch (op) {
    case op_code("+"):
      return a + b;
    case op_code("-"):
      return a - b;
    case op_code("*"):
      return a * b;
    case op_code("**"):
      return power(a, b, n);
    case op_code("/"):
    case op_code("//"):
    case op_code("%"): {
      if (b == 0) return state_.report(arithmetic("division by zero", n->span()));
      if (op == op_code("/")) return a / b;
      const auto [quotient, remainder] = float_divmod(a, b);
      return op == op_code("//") ? quotient : remainder;
    }
    default:
      return state_.report(arithmetic("'" + op_text(op) + "' needs integers", n->span()));
  }
}

Value Arithmetic::expr_binary(uint32_t op, const Value& a, const Value& b, const Node* n) {
  tir::Expr x = arguments_.to_expr(a, n->a), y = arguments_.to_expr(b, n->b);
  if (!x || !y) return Poison();
  const bool ints = x->dtype.is_integer() && y->dtype.is_integer();
  if (op == op_code("+") || op == op_code("-") || op == op_code("*") || op == op_code("//") || op == op_code("%"))
    warn_of_signs(x, y, n);
  const bool bits =
      op == op_code("&") || op == op_code("|") || op == op_code("^") || op == op_code("<<") || op == op_code(">>");
  if (bits && ints && integer(b)) y = tir::cast(x->dtype, y);  // as in TVM, and only here
  if (bits && ints && integer(a)) x = tir::cast(y->dtype, x);
  tir::Expr e;
  switch (op) {
    case op_code("+"):
      e = x + y;
      break;
    case op_code("-"):
      e = x - y;
      break;
    case op_code("*"):
      e = x * y;
      break;
    case op_code("/"):
      if (x->dtype.is_int() && y->dtype.is_int()) return state_.report(ambiguous_division(n->span()), PartAtFault{n});
      if (ints && tir::is_zero(y)) return state_.report(arithmetic("division by zero", n->span()));
      e = tir::div(x, y);
      break;
    case op_code("//"):
    case op_code("%"):
      if (!ints) return state_.report(arithmetic("'" + op_text(op) + "' needs integers", n->span()));
      if (tir::is_zero(y)) return state_.report(arithmetic("division by zero", n->span()));
      e = op == op_code("//") ? tir::floordiv(x, y) : tir::floormod(x, y);
      break;
    case op_code("&"):
      return bitwise("bitwise_and", x, y, n);
    case op_code("|"):
      return bitwise("bitwise_or", x, y, n);
    case op_code("^"):
      return bitwise("bitwise_xor", x, y, n);
    case op_code("<<"):
      return bitwise("shift_left", x, y, n);
    case op_code(">>"):
      return bitwise("shift_right", x, y, n);
    case op_code("**"):
      return state_.report(arithmetic("'**' cannot join expressions; use tir.pow(a, b)", n->span()), PartAtFault{n});
    default:
      return state_.report(arithmetic("this operator has no meaning here", n->span()));
  }
  return arguments_.sized(std::move(e), n);
}

// int8 and uint8 become uint8, as in TVM: reported once a statement.
void Arithmetic::warn_of_signs(const tir::Expr& x, const tir::Expr& y, const Node* n) {
  const DType a = x->dtype, b = y->dtype;
  const bool mixed = a.bits == b.bits && ((a.is_int() && b.is_uint()) || (a.is_uint() && b.is_int()));
  if (!mixed || a.is_bool() || b.is_bool() || tir::as_const_int(x) || tir::as_const_int(y)) return;
  const Diagnostics& said = state_.program.diagnostics;
  if (!said.empty() && said.back().code == "NW2751" && line_of(said.back()) == n->line) return;
  state_.report(mixed_signs(a, b, a.is_uint() ? a : b, n->span()), WrongDType{n->a, DType::Int(2 * a.bits)});
}

Value Arithmetic::bitwise(const char* name, tir::Expr a, tir::Expr b, const Node* n) {
  if (!a->dtype.is_integer() || !b->dtype.is_integer()) {
    const Node* real = a->dtype.is_integer() ? n->b : n->a;
    const DType other = (a->dtype.is_integer() ? a : b)->dtype;
    return state_.report(arithmetic("'" + op_text(n->op) + "' needs integers", n->span()),
                         WrongDType{real, other.is_integer() ? other : DType::Int(32)});
  }
  tir::match_types(a, b);
  const DType t = a->dtype;
  const bool shifts = n->op == op_code("<<") || n->op == op_code(">>");
  if (const int64_t* amount = tir::as_const_int(b); shifts && amount && (*amount < 0 || *amount >= t.bits))
    return state_.report(shift_too_far(to_string(t), *amount, t.bits, n->b->span()), PartAtFault{n});
  return arguments_.sized(tir::call(t, name, {std::move(a), std::move(b)}), n);
}

Value Arithmetic::compare(const Node* n) {
  const Value a = evaluator_.eval(n->a), b = evaluator_.eval(n->b);
  if (a.poisoned() || b.poisoned()) return Poison();
  if (is_number(a) && is_number(b)) {
    const std::partial_ordering order = compare_numbers(a, b);
    switch (n->op) {
      case op_code("<"):
        return order < 0;
      case op_code("<="):
        return order <= 0;
      case op_code(">"):
        return order > 0;
      case op_code(">="):
        return order >= 0;
      case op_code("=="):
        return order == 0;
      default:
        return order != 0;
    }
  }
  if (a.is<std::string>() && b.is<std::string>() && (n->op == op_code("==") || n->op == op_code("!=")))
    return (*a.get<std::string>() == *b.get<std::string>()) == (n->op == op_code("=="));
  tir::Expr x = arguments_.to_expr(a, n->a), y = arguments_.to_expr(b, n->b);
  if (!x || !y) return Poison();
  static constexpr std::pair<uint32_t, tir::ExprKind> kinds[] = {
      {op_code("<"), tir::ExprKind::LT},  {op_code("<="), tir::ExprKind::LE}, {op_code(">"), tir::ExprKind::GT},
      {op_code(">="), tir::ExprKind::GE}, {op_code("=="), tir::ExprKind::EQ}, {op_code("!="), tir::ExprKind::NE}};
  for (const auto& [op, kind] : kinds)
    if (op == n->op) return arguments_.sized(tir::binary(kind, std::move(x), std::move(y)), n);
  return Poison();
}

}  // namespace nw::script
