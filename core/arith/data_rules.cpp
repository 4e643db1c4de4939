// SPDX-License-Identifier: GPL-3.0-or-later
#include "arith/data_rules.h"

#include "arith/interval.h"
#include "arith/linear.h"

namespace nw::arith {

using namespace tir;

Sort own_sort(const ExprNode& e) {
  switch (e.kind) {
    case ExprKind::ProducerLoad:
    case ExprKind::BufferLoad:
    case ExprKind::Reduce:
    case ExprKind::Let:
      return Sort::Data;
    case ExprKind::Call: {
      const std::string& name = static_cast<const CallNode&>(e).name;
      return name == "if_then_else" || name == "likely" ? Sort::Index : Sort::Data;
    }
    case ExprKind::Cast:
      return static_cast<const CastNode&>(e).value->dtype.is_integer() ? Sort::Index : Sort::Data;
    default:
      return Sort::Index;
  }
}

Expr data_binary(ExprKind kind, const Expr& a, const Expr& b, ConstBound x, ConstBound y) {
  if (kind == ExprKind::Min || kind == ExprKind::Max) {
    const bool least = kind == ExprKind::Min;
    // An infinite end cannot be compared as a number.
    const auto below = [](int64_t high, int64_t low) {
      return high != ConstBound::kPosInf && low != ConstBound::kNegInf && high <= low;
    };
    if (a == b || below(x.max, y.min)) return least ? a : b;
    if (below(y.max, x.min)) return least ? b : a;
  }
  return binary(kind, a, b);
}

ConstBound data_bound(ExprKind kind, DType dtype, ConstBound x, ConstBound y) {
  const auto infinite = [](ConstBound b) { return b.min == ConstBound::kNegInf || b.max == ConstBound::kPosInf; };
  if (infinite(x) || infinite(y)) return {};
  ConstBound range;
  if (kind == ExprKind::Add)
    range = {saturating_add(x.min, y.min), saturating_add(x.max, y.max)};
  else if (kind == ExprKind::Sub)
    range = {saturating_add(x.min, -y.max), saturating_add(x.max, -y.min)};
  else
    range = interval_product(x, y);
  return range.min >= min_int(dtype) && range.max <= max_int(dtype) && !infinite(range) ? range : ConstBound{};
}

}  // namespace nw::arith
