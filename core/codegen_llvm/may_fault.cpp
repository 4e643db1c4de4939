// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/may_fault.h"

#include "tir/stmt.h"

namespace nw::codegen {

using tir::ExprKind;

bool may_fault(const tir::Expr& e) {
  switch (e->kind) {
    case ExprKind::IntImm:
    case ExprKind::FloatImm:
    case ExprKind::StringImm:
    case ExprKind::Var:
      return false;
    case ExprKind::Div:
    case ExprKind::Mod:
    case ExprKind::FloorDiv:
    case ExprKind::FloorMod: {
      const auto* b = tir::node_cast<tir::BinaryNode>(e);
      const int64_t* divisor = tir::as_const_int(b->b);
      return (e->dtype.is_integer() && !(divisor && *divisor > 0)) || may_fault(b->a) || may_fault(b->b);
    }
    case ExprKind::Not:
      return may_fault(tir::node_cast<tir::NotNode>(e)->a);
    case ExprKind::Cast:
      return may_fault(tir::node_cast<tir::CastNode>(e)->value);
    case ExprKind::Broadcast:
      return may_fault(tir::node_cast<tir::BroadcastNode>(e)->value);
    case ExprKind::Ramp:
      return may_fault(tir::node_cast<tir::RampNode>(e)->base) || may_fault(tir::node_cast<tir::RampNode>(e)->stride);
    case ExprKind::Select: {
      const auto* s = tir::node_cast<tir::SelectNode>(e);
      return may_fault(s->condition) || may_fault(s->true_value) || may_fault(s->false_value);
    }
    case ExprKind::Call: {
      const auto* c = tir::node_cast<tir::CallNode>(e);
      if (c->call_kind != tir::CallKind::PureIntrinsic) return true;
      for (const tir::Expr& a : c->args)
        if (may_fault(a)) return true;
      return false;
    }
    default:
      if (const auto* b = tir::node_cast<tir::BinaryNode>(e)) return may_fault(b->a) || may_fault(b->b);
      return true;
  }
}

}  // namespace nw::codegen
