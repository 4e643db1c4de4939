// SPDX-License-Identifier: GPL-3.0-or-later
#include "lower/solve.h"

#include "lower/stmt_mapper.h"

namespace nw::lower {

using namespace tir;

// As k·var + rest < 0, for the greatest rest that `inner` gives.
std::optional<Solution> solve(const Expr& condition, const Var& var, const arith::DomainMap& inner,
                              arith::Analyzer& analyzer) {
  const auto* c = node_cast<BinaryNode>(condition);
  if (!c || c->kind < ExprKind::LT || c->kind > ExprKind::GE || !c->a->dtype.is_int() || !c->a->dtype.is_scalar())
    return std::nullopt;
  const Expr one = int_imm(1, c->a->dtype);
  Expr d;
  switch (c->kind) {
    case ExprKind::LT:
      d = c->a - c->b;
      break;
    case ExprKind::LE:
      d = c->a - c->b - one;
      break;
    case ExprKind::GT:
      d = c->b - c->a;
      break;
    default:
      d = c->b - c->a - one;
  }
  const auto parts = arith::detect_linear(analyzer.simplify(d), {var});
  if (!parts) return std::nullopt;
  const int64_t* k = as_const_int((*parts)[0]);
  const arith::IntSet rest = arith::eval_set((*parts)[1], inner, analyzer);
  // The minimum of an inner loop may depend on var, so that var is in `rest` again: then nothing is solved.
  if (!k || *k == 0 || !rest.max || reads_memory(rest.max) || uses_var(rest.max, var)) return std::nullopt;
  Solution s;
  s.exact = rest.is_single_point();
  if (*k > 0)
    s.high = analyzer.simplify(floordiv(int_imm(-1, d->dtype) - rest.max, int_imm(*k, d->dtype)) + one);
  else
    s.low = analyzer.simplify(floordiv(rest.max, int_imm(-*k, d->dtype)) + one);
  return s;
}

}  // namespace nw::lower
