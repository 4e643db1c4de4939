// SPDX-License-Identifier: GPL-3.0-or-later
#include "arith/analyzer.h"

namespace nw::arith {

using namespace tir;

namespace {

struct Parts {
  Expr coeff, base;  // coeff·var + base; a null coeff is 0
};

std::optional<Parts> split(const Expr& e, const Var& var) {
  if (!uses_var(e, var)) return Parts{nullptr, e};
  if (e->kind == ExprKind::Var) return Parts{int_imm(1, e->dtype), int_imm(0, e->dtype)};
  const auto* b = node_cast<BinaryNode>(e);
  if (!b || (b->kind != ExprKind::Add && b->kind != ExprKind::Sub && b->kind != ExprKind::Mul)) return std::nullopt;
  const std::optional<Parts> x = split(b->a, var), y = split(b->b, var);
  if (!x || !y) return std::nullopt;
  if (b->kind == ExprKind::Mul) {
    if (x->coeff && y->coeff) return std::nullopt;
    const Parts& with = x->coeff ? *x : *y;
    const Expr& factor = x->coeff ? y->base : x->base;
    return Parts{with.coeff * factor, with.base * factor};
  }
  const bool minus = b->kind == ExprKind::Sub;
  Expr coeff = x->coeff;
  if (y->coeff) {
    const Expr left = x->coeff ? x->coeff : int_imm(0, e->dtype);
    coeff = minus ? left - y->coeff : left + y->coeff;
  }
  return Parts{coeff, minus ? x->base - y->base : x->base + y->base};
}

}  // namespace

std::optional<std::vector<Expr>> detect_linear(const Expr& e, const std::vector<Var>& vars) {
  std::vector<Expr> result;
  Expr rest = e;
  for (const Var& var : vars) {
    const std::optional<Parts> parts = split(rest, var);
    if (!parts) return std::nullopt;
    result.push_back(parts->coeff ? parts->coeff : int_imm(0, e->dtype));
    rest = parts->base;
  }
  for (const Expr& coeff : result)
    for (const Var& var : vars)
      if (uses_var(coeff, var)) return std::nullopt;
  result.push_back(rest);
  return result;
}

}  // namespace nw::arith
