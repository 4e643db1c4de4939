// SPDX-License-Identifier: GPL-3.0-or-later
// Sums that need more room than their type has. What the elements can be is known of popcounts, casts of narrower
// types, conditions and constants; nothing is said of sums of plain elements of the sum's own type.
#include <algorithm>

#include "schedule/names.h"
#include "schedule/verify/rules.h"
#include "tir/visit.h"

namespace nw::schedule {

namespace {

struct Span {
  double lo = 0, hi = 0;
};

Span of_type(DType t) {
  if (t.is_bool()) return {0, 1};
  if (t.bits >= 64) return {-1e19, 1e19};
  return {static_cast<double>(min_int(t)), static_cast<double>(max_int(t))};
}

Span values(const Expr& e) {
  if (const int64_t* c = tir::as_const_int(e)) return {static_cast<double>(*c), static_cast<double>(*c)};
  const Span whole = of_type(e->dtype);
  if (const auto* c = tir::node_cast<tir::CallNode>(e); c && c->name == "popcount")
    return {0, static_cast<double>(c->args[0]->dtype.bits)};
  if (const auto* c = tir::node_cast<tir::CastNode>(e)) {
    if (!c->value->dtype.is_integer()) return whole;
    const Span inner = values(c->value);
    return inner.lo >= whole.lo && inner.hi <= whole.hi ? inner : whole;
  }
  const auto* b = tir::node_cast<tir::BinaryNode>(e);
  if (!b || e->dtype.is_bool() || (e->kind != tir::ExprKind::Mul && e->kind != tir::ExprKind::Add)) return whole;
  const Span x = values(b->a), y = values(b->b);
  Span s = e->kind == tir::ExprKind::Add ? Span{x.lo + y.lo, x.hi + y.hi}
                                         : Span{std::min({x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}),
                                                std::max({x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi})};
  return s.lo >= whole.lo && s.hi <= whole.hi ? s : whole;
}

// From so many equal terms on, adding one more changes nothing.
double longest_sum(DType t) {
  return t.is_bfloat() ? 256 : 2048;
}

void check_half(const te::Operation& op, const tir::ReduceNode& r, double count, Findings& found) {
  if (r.combiner->name != "sum" || r.dtype.bits != 16 || !r.dtype.is_float() || count <= longest_sum(r.dtype)) return;
  Finding& f = found.add("NW2507", op->name,
                         op->name + " adds up " + std::to_string(static_cast<long long>(count)) + " numbers in " +
                             to_string(r.dtype) + ", which may be too small for them");
  f.diagnostic.severity = Severity::Warning;
  f.diagnostic.because.push_back("a sum of " + std::to_string(static_cast<long long>(longest_sum(r.dtype))) +
                                 " equal numbers no longer changes when one more is added");
  f.diagnostic.where[0].span = op->span;
  f.diagnostic.legal = {"a wider type: .astype(\"float32\") inside the sum"};
}

}  // namespace

void check_accumulators(const Schedule& normalized, Findings& found) {
  for (StageId id : normalized.order()) {
    const te::Operation& op = normalized.stage(id).origin_op;
    const auto* compute = te::op_cast<te::ComputeNode>(op);
    const auto* r = compute ? tir::node_cast<tir::ReduceNode>(compute->body[0]) : nullptr;
    if (!r) continue;
    double count = 1;
    for (const IterVar& axis : r->axis) {
      const int64_t* extent = tir::as_const_int(axis->dom.extent);
      count *= extent ? static_cast<double>(*extent) : 1;
    }
    check_half(op, *r, count, found);
    if (r->combiner->name != "sum" || !r->dtype.is_integer() || r->dtype.bits >= 32 || r->dtype.is_bool()) continue;
    const Span element = values(r->source[0]), room = of_type(r->dtype);
    if (element.hi * count <= room.hi && element.lo * count >= room.lo) continue;
    bool counted = false;  // counts of bits: large sums are what they are for
    tir::walk(r->source[0], [&](const Expr& e) {
      const auto* c = tir::node_cast<tir::CallNode>(e);
      counted = counted || (c && c->name == "popcount");
      return true;
    });
    Finding& f = found.add(counted ? "NW2322" : "NW2507", op->name,
                           op->name + " adds up to " + std::to_string(static_cast<long long>(count)) + " numbers in " +
                               to_string(r->dtype) + ", which " +
                               (counted ? "is too small for them" : "may be too small for them"));
    f.diagnostic.severity = counted ? Severity::Error : Severity::Warning;
    f.diagnostic.because.push_back("each is between " + std::to_string(static_cast<long long>(element.lo)) + " and " +
                                   std::to_string(static_cast<long long>(element.hi)) + ", so the sum can reach " +
                                   std::to_string(static_cast<long long>(element.hi * count)));
    f.diagnostic.because.push_back(to_string(r->dtype) + " ends at " + std::to_string(static_cast<long long>(room.hi)) +
                                   "; beyond, it wraps around");
    f.diagnostic.where[0].span = op->span;
    f.diagnostic.legal = {"a wider type: .astype(\"int32\") inside the sum"};
  }
}

}  // namespace nw::schedule
