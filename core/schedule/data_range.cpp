// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/data_range.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tir/visit.h"

namespace nw::schedule {

namespace {

using tir::ExprKind;

DataRange hull(DataRange x, DataRange y) {
  return {std::min(x.lo, y.lo), std::max(x.hi, y.hi)};
}

DataRange inside(DataRange r, DataRange whole) {
  return r.lo >= whole.lo && r.hi <= whole.hi ? r : whole;
}

DataRange product(DataRange x, DataRange y) {
  const double p[4] = {x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi};
  return {std::min({p[0], p[1], p[2], p[3]}), std::max({p[0], p[1], p[2], p[3]})};
}

// Bits that a number of 0 … `hi` may set.
double bits_of(double hi) {
  return hi >= 0x1p63 ? 64 : static_cast<double>(std::bit_width(static_cast<uint64_t>(hi)));
}

}  // namespace

DataRange range_of_type(DType t) {
  if (t.is_bool()) return {0, 1};
  if (t.is_uint() && t.bits == 64) return {0, 0x1p64};
  return {static_cast<double>(min_int(t)), static_cast<double>(max_int(t))};
}

void DataRanges::bind(const tir::IterVar& loop) {
  const int64_t *min = tir::as_const_int(loop->dom.min), *extent = tir::as_const_int(loop->dom.extent);
  if (min && extent && *extent > 0)
    known_[loop->var.get()] = {static_cast<double>(*min), static_cast<double>(*min) + static_cast<double>(*extent) - 1};
}

DataRange DataRanges::of(const tir::Expr& e) {
  if (const auto it = known_.find(e.get()); it != known_.end()) return it->second;
  const DataRange range = e->dtype.is_integer() ? compute(e) : DataRange{-INFINITY, INFINITY};
  known_[e.get()] = range;
  return range;
}

DataRange DataRanges::compute(const tir::Expr& e) {
  const DataRange whole = range_of_type(e->dtype.element());
  if (const auto* i = tir::node_cast<tir::IntImmNode>(e)) {
    const auto value =
        e->dtype.is_uint() ? static_cast<double>(static_cast<uint64_t>(i->value)) : static_cast<double>(i->value);
    return {value, value};
  }
  if (const auto* c = tir::node_cast<tir::CastNode>(e))
    return c->value->dtype.is_integer() ? inside(of(c->value), whole) : whole;
  if (const auto* s = tir::node_cast<tir::SelectNode>(e)) return hull(of(s->true_value), of(s->false_value));
  if (const auto* b = tir::node_cast<tir::BinaryNode>(e)) return binary(*b, whole);
  if (const auto* c = tir::node_cast<tir::CallNode>(e)) return call(*c, whole);
  return whole;
}

DataRange DataRanges::binary(const tir::BinaryNode& b, DataRange whole) {
  if (!b.a->dtype.is_integer() || b.dtype.is_bool()) return whole;
  const DataRange x = of(b.a), y = of(b.b);
  const bool divides = y.lo == y.hi && y.lo >= 1 && x.lo >= 0;
  switch (b.kind) {
    case ExprKind::Add:
      return inside({x.lo + y.lo, x.hi + y.hi}, whole);
    case ExprKind::Sub:
      return inside({x.lo - y.hi, x.hi - y.lo}, whole);
    case ExprKind::Mul:
      return inside(product(x, y), whole);
    case ExprKind::Min:
      return {std::min(x.lo, y.lo), std::min(x.hi, y.hi)};
    case ExprKind::Max:
      return {std::max(x.lo, y.lo), std::max(x.hi, y.hi)};
    case ExprKind::Div:
    case ExprKind::FloorDiv:
      return divides ? DataRange{std::floor(x.lo / y.lo), std::floor(x.hi / y.lo)} : whole;
    case ExprKind::Mod:
    case ExprKind::FloorMod:
      return divides ? DataRange{0, std::min(x.hi, y.lo - 1)} : whole;
    default:
      return whole;
  }
}

DataRange DataRanges::call(const tir::CallNode& c, DataRange whole) {
  if (c.name == "popcount") {
    const DataRange x = of(c.args[0]);
    return {0, x.lo >= 0 ? bits_of(x.hi) : c.args[0]->dtype.bits};
  }
  if (c.name == "likely") return of(c.args[0]);
  if (c.name == "if_then_else" && c.args.size() == 3) return hull(of(c.args[1]), of(c.args[2]));
  if (c.args.size() != 2) return whole;
  const DataRange x = of(c.args[0]), y = of(c.args[1]);
  if (c.name == "bitwise_and" && (x.lo >= 0 || y.lo >= 0))  // no more bits than what is not negative has
    return {0, x.lo < 0 ? y.hi : y.lo < 0 ? x.hi : std::min(x.hi, y.hi)};
  if ((c.name == "bitwise_or" || c.name == "bitwise_xor") && x.lo >= 0 && y.lo >= 0)
    return inside({0, std::exp2(std::max(bits_of(x.hi), bits_of(y.hi))) - 1}, whole);
  if (y.lo < 0 || y.hi > 63) return whole;
  if (c.name == "shift_left") return inside(product(x, {std::exp2(y.lo), std::exp2(y.hi)}), whole);
  if (c.name == "shift_right" && x.lo >= 0)
    return {std::floor(x.lo / std::exp2(y.hi)), std::floor(x.hi / std::exp2(y.lo))};
  return whole;
}

}  // namespace nw::schedule
