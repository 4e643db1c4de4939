// SPDX-License-Identifier: GPL-3.0-or-later
#include "arith/analyzer.h"

#include "arith/simplifier.h"

namespace nw::arith {

using namespace tir;

struct Analyzer::Impl : Simplifier {};

Analyzer::Analyzer() : impl_(std::make_unique<Impl>()) {}
Analyzer::~Analyzer() = default;

void Analyzer::bind(const Var& var, const Range& range) {
  impl_->bind(var, range);
}
void Analyzer::bind(const Var& var, const Expr& value) {
  impl_->bind(var, value);
}

Analyzer::Constraint Analyzer::assume(const Expr& condition) {
  const size_t mark = impl_->assume(condition);
  return Constraint([this, mark] { impl_->undo(mark); });
}

Expr Analyzer::simplify(const Expr& e) {
  return impl_->simplify(e);
}

bool Analyzer::can_prove(const Expr& condition) {
  return impl_->prove(condition);
}

bool Analyzer::can_prove_equal(const Expr& a, const Expr& b) {
  if (a == b) return true;
  if (!is_index(a->dtype) || !is_index(b->dtype)) return structural_equal(a, b);
  return is_one(impl_->simplify(eq(a, b)));
}

bool Analyzer::can_prove_greater_equal(const Expr& e, int64_t lower) {
  Linear l = impl_->linear(e);
  if (lower == INT64_MIN) return true;
  l.add_constant(-lower);
  return impl_->nonnegative(l);
}

bool Analyzer::can_prove_less(const Expr& e, int64_t upper) {
  Linear l = scale(impl_->linear(e), -1);
  if (upper == INT64_MIN) return false;
  l.add_constant(upper - 1);
  return impl_->nonnegative(l);
}

ConstBound Analyzer::const_bound(const Expr& e) {
  return impl_->bound(impl_->linear(e));
}

ModularSet Analyzer::modular_set(const Expr& e) {
  return impl_->modular(impl_->linear(e));
}

}  // namespace nw::arith
