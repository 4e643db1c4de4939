// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/index_emitter.h"

#include <algorithm>

#include "codegen/wide.h"

namespace nw::codegen {

using tir::ExprKind;

namespace {

bool is_arithmetic(ExprKind kind) {
  switch (kind) {
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Div:
    case ExprKind::Mod:
    case ExprKind::FloorDiv:
    case ExprKind::FloorMod:
    case ExprKind::Min:
    case ExprKind::Max:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool IndexEmitter::is_pure(const tir::Expr& e) const {
  const DType t = e->dtype.element();
  if (!t.is_int() || t.bits < 32) return false;
  if (is_arithmetic(e->kind)) {
    const auto* b = tir::node_cast<tir::BinaryNode>(e);
    return is_pure(b->a) && is_pure(b->b);
  }
  switch (e->kind) {
    case ExprKind::IntImm:
      return true;
    case ExprKind::Var: {
      const auto found = frame_.variables.find(tir::node_cast<tir::VarNode>(e));
      return found != frame_.variables.end() && found->second.wide;
    }
    case ExprKind::Cast:
      return is_pure(tir::node_cast<tir::CastNode>(e)->value);
    case ExprKind::Ramp: {
      const auto* r = tir::node_cast<tir::RampNode>(e);
      return is_pure(r->base) && tir::as_const_int(r->stride);
    }
    case ExprKind::Broadcast:
      return is_pure(tir::node_cast<tir::BroadcastNode>(e)->value);
    default:
      return false;
  }
}

Index IndexEmitter::index(const tir::Expr& e) {
  if (is_arithmetic(e->kind)) return e->dtype.is_integer() ? binary(*tir::node_cast<tir::BinaryNode>(e)) : leaf(e);
  switch (e->kind) {
    case ExprKind::IntImm:
      return math_.constant(tir::node_cast<tir::IntImmNode>(e)->value);
    case ExprKind::Var:
      return variable(*tir::node_cast<tir::VarNode>(e));
    case ExprKind::Cast: {
      const tir::Expr& value = tir::node_cast<tir::CastNode>(e)->value;
      if (!value->dtype.is_integer() || !e->dtype.is_integer() || e->dtype.is_bool()) return leaf(e);
      return math_.fit(index(value), e->dtype);
    }
    case ExprKind::Ramp:
      return ramp(*tir::node_cast<tir::RampNode>(e));
    case ExprKind::Broadcast: {
      const auto* b = tir::node_cast<tir::BroadcastNode>(e);
      Index i = index(b->value);
      i.lanes = b->lanes;
      return i;
    }
    default:
      return leaf(e);
  }
}

Index IndexEmitter::variable(const tir::VarNode& var) {
  const auto found = frame_.variables.find(&var);
  if (found == frame_.variables.end() || !found->second.wide) return leaf(tir::Expr(&var));
  Index i;
  i.base = found->second.value;
  i.min = found->second.min;
  i.max = found->second.max;
  i.symbolic = found->second.symbolic;
  return i;
}

Index IndexEmitter::ramp(const tir::RampNode& node) {
  const int64_t* stride = tir::as_const_int(node.stride);
  Index i = index(node.base);
  if (!stride) return leaf(tir::Expr(&node));
  const Wide span = static_cast<Wide>(*stride) * (node.lanes - 1);
  i.min = clamp_to_64(i.min + std::min<Wide>(span, 0));
  i.max = clamp_to_64(i.max + std::max<Wide>(span, 0));
  i.stride = *stride;
  i.lanes = node.lanes;
  i.symbolic = true;  // a vector's lanes lie inside the buffer: no wrapping between them
  return i;
}

Index IndexEmitter::binary(const tir::BinaryNode& node) {
  const Index a = index(node.a);
  const Index b = index(node.b);
  switch (node.kind) {
    case ExprKind::Add:
      return math_.fit(math_.add(a, b), node.dtype);
    case ExprKind::Sub:
      return math_.fit(math_.subtract(a, b), node.dtype);
    case ExprKind::Mul:
      return math_.fit(math_.multiply(a, b), node.dtype);
    case ExprKind::Min:
    case ExprKind::Max:
      return math_.extreme(node.kind, a, b);
    default:
      return math_.fit(math_.divide(node, a, b), node.dtype);
  }
}

// Whatever is not address arithmetic: computed in its own type, then extended.
Index IndexEmitter::leaf(const tir::Expr& e) {
  Index i;
  i.lanes = e->dtype.lanes;
  const DType t = e->dtype.element();
  Value* v = values_.value(e);
  llvm::Type* wide = IrBuilder::with_lanes(ir_.builder().getInt64Ty(), i.lanes);
  v = t.is_uint() ? ir_.builder().CreateZExtOrTrunc(v, wide) : ir_.builder().CreateSExtOrTrunc(v, wide);
  (i.lanes == 1 ? i.base : i.vector) = v;
  i.min = min_int(t);
  i.max = max_int(t);
  return i;
}

}  // namespace nw::codegen
