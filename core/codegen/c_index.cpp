// SPDX-License-Identifier: GPL-3.0-or-later
// Index arithmetic of the C writer: int64_t expressions that hold the exact value, wrapped only where the value's own
// type would have wrapped.
#include <fmt/format.h>

#include <algorithm>

#include "codegen/c_writer.h"
#include "codegen/wide.h"
#include "tir/visit.h"

namespace nw::codegen {

using tir::ExprKind;

bool CWriter::is_pure_index(const tir::Expr& e) const {
  const DType t = e->dtype.element();
  if (!t.is_int() || t.bits < 32) return false;
  switch (e->kind) {
    case ExprKind::IntImm:
      return true;
    case ExprKind::Var:
      return loop_ranges_.count(tir::node_cast<tir::VarNode>(e)) > 0;
    case ExprKind::Cast:
      return is_pure_index(tir::node_cast<tir::CastNode>(e)->value);
    case ExprKind::Ramp:
      return is_pure_index(tir::node_cast<tir::RampNode>(e)->base) &&
             tir::as_const_int(tir::node_cast<tir::RampNode>(e)->stride);
    case ExprKind::Broadcast:
      return is_pure_index(tir::node_cast<tir::BroadcastNode>(e)->value);
    default: {
      const auto* b = tir::node_cast<tir::BinaryNode>(e);
      return b && b->kind <= ExprKind::Max && is_pure_index(b->a) && is_pure_index(b->b);
    }
  }
}

// The values of a pure index, in exact arithmetic but for what wrapped_index() wraps.
CWriter::Interval CWriter::range(const tir::Expr& e) const {
  const auto fit = [&](Wide low, Wide high) -> Interval {
    if (low < Wide{min_int(e->dtype)} || high > Wide{max_int(e->dtype)}) return {INT64_MIN, INT64_MAX};
    return {static_cast<int64_t>(low), static_cast<int64_t>(high)};
  };
  switch (e->kind) {
    case ExprKind::IntImm:
      return {tir::node_cast<tir::IntImmNode>(e)->value, tir::node_cast<tir::IntImmNode>(e)->value};
    case ExprKind::Var:
      return loop_ranges_.at(tir::node_cast<tir::VarNode>(e));
    case ExprKind::Broadcast:
      return range(tir::node_cast<tir::BroadcastNode>(e)->value);
    case ExprKind::Cast: {
      const Interval i = range(tir::node_cast<tir::CastNode>(e)->value);
      return fit(i.min, i.max);
    }
    case ExprKind::Ramp: {
      const auto* r = tir::node_cast<tir::RampNode>(e);
      const Interval i = range(r->base);
      const Wide span = Wide{*tir::as_const_int(r->stride)} * (r->lanes - 1);
      return fit(i.min + std::min<Wide>(span, 0), i.max + std::max<Wide>(span, 0));
    }
    default:
      break;
  }
  const auto* node = tir::node_cast<tir::BinaryNode>(e);
  const Interval a = range(node->a), b = range(node->b);
  switch (node->kind) {
    case ExprKind::Add:
      return fit(Wide{a.min} + b.min, Wide{a.max} + b.max);
    case ExprKind::Sub:
      return fit(Wide{a.min} - b.max, Wide{a.max} - b.min);
    case ExprKind::Mul: {
      const Wide c[] = {Wide{a.min} * b.min, Wide{a.min} * b.max, Wide{a.max} * b.min, Wide{a.max} * b.max};
      return fit(*std::min_element(c, c + 4), *std::max_element(c, c + 4));
    }
    case ExprKind::Min:
      return {std::min(a.min, b.min), std::min(a.max, b.max)};
    case ExprKind::Max:
      return {std::max(a.min, b.min), std::max(a.max, b.max)};
    default:
      if (b.min <= 0 || a.min < 0) return {min_int(e->dtype), max_int(e->dtype)};
      if (node->kind == ExprKind::Div || node->kind == ExprKind::FloorDiv) return {a.min / b.max, a.max / b.min};
      return {0, std::min(a.max, b.max - 1)};
  }
}

// An exact index is right modulo 2^32 whatever happens on the way; only where its value itself matters must it be
// wrapped.
CText CWriter::wrapped_index(const tir::Expr& e) {
  CText exact = index(e);
  if (!is_pure_index(e) || e->dtype.bits >= 64 || range(e).min != INT64_MIN) return exact;
  return cast_to(c_value_type(e->dtype.element()), exact);
}

CText CWriter::index(const tir::Expr& e) {
  if (!is_pure_index(e)) {
    const CText v = value(e);
    return e->dtype.bits == 64 ? v : cast_to("int64_t", v);
  }
  switch (e->kind) {
    case ExprKind::IntImm: {
      const int64_t v = tir::node_cast<tir::IntImmNode>(e)->value;
      if (v == INT64_MIN) return {"INT64_MIN"};
      return {fmt::format("{}{}", v, v > INT32_MAX || v < -INT32_MAX ? "LL" : ""),
              v < 0 ? CText::kUnary : CText::kAtom};
    }
    case ExprKind::Var:
      return {name_of(e.get())};
    case ExprKind::Cast:
      return wrapped_index(tir::node_cast<tir::CastNode>(e)->value);
    case ExprKind::Broadcast:
      return index(tir::node_cast<tir::BroadcastNode>(e)->value);
    case ExprKind::Ramp: {
      const auto* r = tir::node_cast<tir::RampNode>(e);
      const int64_t stride = *tir::as_const_int(r->stride);
      const CText lane{lane_};
      CText step = stride == 1 ? lane
                               : infix({std::to_string(stride), stride < 0 ? CText::kUnary : CText::kAtom}, "*", lane,
                                       CText::kProduct);
      if (tir::is_zero(r->base)) return step;
      return infix(index(r->base), "+", step, CText::kSum);
    }
    default:
      return index_binary(*tir::node_cast<tir::BinaryNode>(e));
  }
}

CText CWriter::index_binary(const tir::BinaryNode& node) {
  if (node.kind == ExprKind::Add) return infix(index(node.a), "+", index(node.b), CText::kSum);
  if (node.kind == ExprKind::Sub) return infix(index(node.a), "-", index(node.b), CText::kSum);
  if (node.kind == ExprKind::Mul) return infix(index(node.a), "*", index(node.b), CText::kProduct);
  const CText a = wrapped_index(node.a), b = wrapped_index(node.b);
  if (node.kind == ExprKind::Min || node.kind == ExprKind::Max)
    return {fmt::format("{}({}, {})", two_sided(node.kind == ExprKind::Min ? "min" : "max", DType::Int(64)), a.text,
                        b.text)};
  const bool quotient = node.kind == ExprKind::FloorDiv || node.kind == ExprKind::Div;
  const bool plain = range(node.a).min >= 0 && range(node.b).min > 0;
  if (plain || node.kind == ExprKind::Div || node.kind == ExprKind::Mod)
    return infix(a, quotient ? "/" : "%", b, CText::kProduct);
  const std::string name = helper(quotient ? "floordiv" : "floormod",
                                  quotient ? "static inline int64_t floordiv(int64_t a, int64_t b) { return a / b - (a "
                                             "% b != 0 && (a % b < 0) != (b < 0)); }"
                                           : "static inline int64_t floormod(int64_t a, int64_t b) { int64_t r = a % "
                                             "b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }");
  return {fmt::format("{}({}, {})", name, a.text, b.text)};
}

}  // namespace nw::codegen
