// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in reducers and the least and greatest values that min and max start from.
#include "base/float_limits.h"
#include "te/operation.h"

namespace nw::te {

namespace {

tir::CommReducer reducer(const char* name, DType dtype, Expr (*combine)(Expr, Expr), Expr identity) {
  auto* r = new tir::CommReducerNode;
  r->name = name;
  r->lhs = {tir::make_var("x", dtype)};
  r->rhs = {tir::make_var("y", dtype)};
  r->result = {combine(r->lhs[0], r->rhs[0])};
  r->identity = {std::move(identity)};
  return tir::CommReducer(r);
}

Expr reduce_with(tir::CommReducer (*make)(DType), Expr source, std::vector<IterVar> axis, Expr where) {
  const DType t = source->dtype;
  return tir::reduce(make(t), {std::move(source)}, std::move(axis), std::move(where));
}

}  // namespace

Expr min_value(DType t) {
  if (t.is_float()) return tir::float_imm(-max_finite(t), t);
  return tir::int_imm(min_int(t), t);
}

Expr max_value(DType t) {
  if (t.is_float()) return tir::float_imm(max_finite(t), t);
  if (t.is_uint() && t.bits == 64) return tir::int_imm(-1, t);
  return tir::int_imm(max_int(t), t);
}

tir::CommReducer sum_reducer(DType t) {
  return reducer("sum", t, tir::operator+, tir::constant(t, 0));
}
tir::CommReducer prod_reducer(DType t) {
  return reducer("prod", t, tir::operator*, tir::constant(t, 1));
}
tir::CommReducer min_reducer(DType t) {
  return reducer("min", t, tir::min, max_value(t));
}
tir::CommReducer max_reducer(DType t) {
  return reducer("max", t, tir::max, min_value(t));
}

Expr sum(Expr source, std::vector<IterVar> axis, Expr where) {
  return reduce_with(sum_reducer, std::move(source), std::move(axis), std::move(where));
}
Expr min_reduce(Expr source, std::vector<IterVar> axis, Expr where) {
  return reduce_with(min_reducer, std::move(source), std::move(axis), std::move(where));
}
Expr max_reduce(Expr source, std::vector<IterVar> axis, Expr where) {
  return reduce_with(max_reducer, std::move(source), std::move(axis), std::move(where));
}
Expr prod(Expr source, std::vector<IterVar> axis, Expr where) {
  return reduce_with(prod_reducer, std::move(source), std::move(axis), std::move(where));
}

}  // namespace nw::te
