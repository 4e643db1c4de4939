// SPDX-License-Identifier: GPL-3.0-or-later
#include "tir/expr.h"

#include <algorithm>
#include <atomic>

#include "base/budget.h"
#include "tir/fold.h"

namespace nw::tir {

VarNode::VarNode(std::string n, DType t, bool nonneg)
    : ExprNode(ExprKind::Var, t), name(std::move(n)), non_negative(nonneg) {
  static std::atomic<uint64_t> next{1};
  serial = next.fetch_add(1, std::memory_order_relaxed);
}

int64_t wrap_int(DType t, int64_t value) {
  if (t.is_bool()) return value != 0;
  if (t.bits >= 64) return value;
  const auto mask = (uint64_t{1} << t.bits) - 1;
  uint64_t bits = static_cast<uint64_t>(value) & mask;
  if (t.is_int() && (bits >> (t.bits - 1))) bits |= ~mask;
  return static_cast<int64_t>(bits);
}

Expr int_imm(int64_t value, DType dtype) {
  return make_node<IntImmNode>(dtype, value);
}
Expr float_imm(double value, DType dtype) {
  return make_node<FloatImmNode>(dtype, value);
}
Expr string_imm(std::string value) {
  return make_node<StringImmNode>(std::move(value));
}
Expr bool_imm(bool value) {
  return int_imm(value ? 1 : 0, DType::Bool());
}

Expr constant(DType dtype, double value) {
  if (!dtype.is_scalar()) return broadcast(constant(dtype.element(), value), dtype.lanes);
  if (dtype.is_float()) return float_imm(value, dtype);
  constexpr double kLimit = 9223372036854775808.0;
  int64_t whole = 0;
  if (value >= kLimit)
    whole = dtype.is_uint() ? static_cast<int64_t>(static_cast<uint64_t>(std::min(value, 1.8446744073709550e19)))
                            : INT64_MAX;
  else if (value < -kLimit)
    whole = INT64_MIN;
  else if (value == value)
    whole = static_cast<int64_t>(value);
  return int_imm(wrap_int(dtype, whole), dtype);
}

Var make_var(std::string name, DType dtype, bool non_negative) {
  return make_node<VarNode>(std::move(name), dtype, non_negative);
}

IterVar make_iter_var(std::string name, Range dom, IterType type, std::string thread_tag) {
  const DType dtype = dom.extent ? dom.extent->dtype : DType::Int(32);
  return make_node<IterVarNode>(make_var(std::move(name), dtype), std::move(dom), type, std::move(thread_tag));
}

namespace {

bool is_comparison(ExprKind k) {
  return k >= ExprKind::EQ && k <= ExprKind::GE;
}

// The type that mixed operands meet in: floats win, then more bits, then unsigned.
DType common_type(DType a, DType b) {
  if (a.is_float() != b.is_float()) return a.is_float() ? a : b;
  if (a.code == b.code) return a.bits < b.bits ? b : a;
  if (a.is_float()) return a.is_bfloat() ? b : a;
  if (a.bits != b.bits) return a.bits < b.bits ? b : a;
  return a.is_uint() ? a : b;
}

}  // namespace

void match_types(Expr& a, Expr& b) {
  if (a->dtype == b->dtype || a->dtype.is_handle() || b->dtype.is_handle()) return;
  if (a->dtype.lanes != b->dtype.lanes) {
    if (a->dtype.is_scalar())
      a = broadcast(std::move(a), b->dtype.lanes);
    else if (b->dtype.is_scalar())
      b = broadcast(std::move(b), a->dtype.lanes);
  }
  const DType t = common_type(a->dtype.element(), b->dtype.element()).with_lanes(a->dtype.lanes);
  if (a->dtype != t) a = cast(t, std::move(a));
  if (b->dtype != t) b = cast(t, std::move(b));
}

Expr binary(ExprKind kind, Expr a, Expr b) {
  spend();
  match_types(a, b);
  if (Expr folded = fold_binary(kind, a, b)) return folded;
  const DType t = is_comparison(kind) ? DType::Bool(a->dtype.lanes) : a->dtype;
  return make_node<BinaryNode>(kind, t, std::move(a), std::move(b));
}

Expr operator+(Expr a, Expr b) {
  return binary(ExprKind::Add, std::move(a), std::move(b));
}
Expr operator-(Expr a, Expr b) {
  return binary(ExprKind::Sub, std::move(a), std::move(b));
}
Expr operator*(Expr a, Expr b) {
  return binary(ExprKind::Mul, std::move(a), std::move(b));
}
Expr operator-(Expr a) {
  const DType t = a->dtype;
  return binary(ExprKind::Mul, std::move(a), constant(t, -1));
}
Expr truncdiv(Expr a, Expr b) {
  return binary(ExprKind::Div, std::move(a), std::move(b));
}
Expr truncmod(Expr a, Expr b) {
  return binary(ExprKind::Mod, std::move(a), std::move(b));
}
Expr floordiv(Expr a, Expr b) {
  return binary(ExprKind::FloorDiv, std::move(a), std::move(b));
}
Expr floormod(Expr a, Expr b) {
  return binary(ExprKind::FloorMod, std::move(a), std::move(b));
}
Expr div(Expr a, Expr b) {
  return binary(ExprKind::Div, std::move(a), std::move(b));
}
Expr min(Expr a, Expr b) {
  return binary(ExprKind::Min, std::move(a), std::move(b));
}
Expr max(Expr a, Expr b) {
  return binary(ExprKind::Max, std::move(a), std::move(b));
}
Expr eq(Expr a, Expr b) {
  return binary(ExprKind::EQ, std::move(a), std::move(b));
}
Expr ne(Expr a, Expr b) {
  return binary(ExprKind::NE, std::move(a), std::move(b));
}
Expr lt(Expr a, Expr b) {
  return binary(ExprKind::LT, std::move(a), std::move(b));
}
Expr le(Expr a, Expr b) {
  return binary(ExprKind::LE, std::move(a), std::move(b));
}
Expr gt(Expr a, Expr b) {
  return binary(ExprKind::GT, std::move(a), std::move(b));
}
Expr ge(Expr a, Expr b) {
  return binary(ExprKind::GE, std::move(a), std::move(b));
}
Expr logical_and(Expr a, Expr b) {
  return binary(ExprKind::And, std::move(a), std::move(b));
}
Expr logical_or(Expr a, Expr b) {
  return binary(ExprKind::Or, std::move(a), std::move(b));
}

Expr logical_not(Expr a) {
  if (const auto* value = node_cast<IntImmNode>(a)) return bool_imm(value->value == 0);
  return make_node<NotNode>(std::move(a));
}

Expr select(Expr condition, Expr true_value, Expr false_value) {
  match_types(true_value, false_value);
  return make_node<SelectNode>(std::move(condition), std::move(true_value), std::move(false_value));
}

Expr if_then_else(Expr condition, Expr true_value, Expr false_value) {
  match_types(true_value, false_value);
  if (const int64_t* known = as_const_int(condition)) return *known ? true_value : false_value;
  const DType t = true_value->dtype;
  return call(t, "if_then_else", {std::move(condition), std::move(true_value), std::move(false_value)});
}

Expr cast(DType dtype, Expr value) {
  if (value->dtype == dtype) return value;
  if (dtype.lanes != value->dtype.lanes && value->dtype.is_scalar())
    return broadcast(cast(dtype.element(), std::move(value)), dtype.lanes);
  if (dtype.is_scalar() && !dtype.is_handle()) {
    if (const auto* i = node_cast<IntImmNode>(value)) {
      if (dtype.is_integer()) return int_imm(wrap_int(dtype, i->value), dtype);
      const bool big = i->dtype.is_uint() && i->value < 0;
      const double whole = big ? static_cast<double>(static_cast<uint64_t>(i->value)) : static_cast<double>(i->value);
      return float_imm(round_to(dtype, whole), dtype);
    }
    if (const auto* f = node_cast<FloatImmNode>(value)) {
      const double held = f->dtype.bits < 64 && f->dtype != dtype ? round_to(f->dtype, f->value) : f->value;
      return dtype.is_bool() ? bool_imm(held != 0) : constant(dtype, held);
    }
  }
  if (const auto* b = node_cast<BroadcastNode>(value); b && b->lanes == dtype.lanes)
    return broadcast(cast(dtype.element(), b->value), dtype.lanes);
  return make_node<CastNode>(dtype, std::move(value));
}

Expr call(DType dtype, std::string name, std::vector<Expr> args, CallKind kind) {
  return make_node<CallNode>(dtype, std::move(name), kind, std::move(args));
}

Expr likely(Expr condition) {
  if (as_const_int(condition)) return condition;
  const DType t = condition->dtype;
  return call(t, "likely", {std::move(condition)});
}

Expr load(Ref<Producer> producer, std::vector<Expr> indices) {
  return make_node<ProducerLoadNode>(std::move(producer), std::move(indices));
}

Expr buffer_load(Buffer buffer, std::vector<Expr> indices) {
  const int lanes = indices.empty() ? 1 : indices.back()->dtype.lanes;
  const DType t = buffer->dtype.with_lanes(lanes * buffer->dtype.lanes);
  return make_node<BufferLoadNode>(std::move(buffer), std::move(indices), t);
}

Expr let(Var var, Expr value, Expr body) {
  return make_node<LetNode>(std::move(var), std::move(value), std::move(body));
}

Expr ramp(Expr base, Expr stride, int lanes) {
  match_types(base, stride);
  if (lanes == 1) return base;
  return make_node<RampNode>(std::move(base), std::move(stride), lanes);
}

Expr broadcast(Expr value, int lanes) {
  if (lanes == 1) return value;
  return make_node<BroadcastNode>(std::move(value), lanes);
}

Expr reduce(CommReducer combiner, std::vector<Expr> source, std::vector<IterVar> axis, Expr condition, int value_index,
            std::vector<Expr> init) {
  if (!condition) condition = bool_imm(true);
  return make_node<ReduceNode>(std::move(combiner), std::move(source), std::move(axis), std::move(condition),
                               value_index, std::move(init));
}

const int64_t* as_const_int(const Expr& e) {
  if (!e) return nullptr;
  if (e->kind == ExprKind::IntImm) return &static_cast<const IntImmNode*>(e.get())->value;
  if (e->kind == ExprKind::Broadcast) return as_const_int(static_cast<const BroadcastNode*>(e.get())->value);
  return nullptr;
}

bool is_const_int(const Expr& e, int64_t value) {
  const int64_t* known = as_const_int(e);
  return known && *known == value;
}
bool is_zero(const Expr& e) {
  return is_const_int(e, 0);
}
bool is_one(const Expr& e) {
  return is_const_int(e, 1);
}

}  // namespace nw::tir
