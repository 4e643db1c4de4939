// SPDX-License-Identifier: GPL-3.0-or-later
// Interval sets with symbolic ends, with TVM's rules: what an operation does to the ends, and when it gives up.
#include <algorithm>
#include <unordered_map>

#include "arith/analyzer.h"

namespace nw::arith {

using namespace tir;

IntSet IntSet::from_range(const Range& r) {
  if (is_one(r.extent)) return point(r.min);
  return interval(r.min, r.extent + r.min - int_imm(1, r.min->dtype));
}

namespace {

bool is_point(const IntSet& s) {
  return s.is_single_point();
}

Expr extreme(bool least, const Expr& a, const Expr& b) {
  return least ? min(a, b) : max(a, b);
}

class Evaluator {
 public:
  Evaluator(const DomainMap& dom, Analyzer& analyzer) : dom_(dom), analyzer_(analyzer) {}

  IntSet eval(const Expr& e) {
    if (e->kind == ExprKind::IntImm) return IntSet::point(e);
    if (e->kind == ExprKind::Var) return variable(e);
    const auto it = known_.find(e.get());
    if (it != known_.end()) return it->second;
    IntSet s = compute(e);
    known_.emplace(e.get(), s);
    keep_.push_back(e);
    return s;
  }

  // Both ends, relaxed again: they may contain variables of the map.
  IntSet eval(const IntSet& s) {
    if (s.empty || depth_ >= dom_.size()) return s;
    ++depth_;
    IntSet low = s.min ? eval(s.min) : IntSet::everything();
    IntSet high = s.max == s.min ? low : s.max ? eval(s.max) : IntSet::everything();
    --depth_;
    return IntSet::interval(std::move(low.min), std::move(high.max));
  }

 private:
  IntSet variable(const Expr& e) {
    const auto it = dom_.find(Var(static_cast<const VarNode*>(e.get())));
    if (it == dom_.end()) return IntSet::point(e);
    const IntSet& s = it->second;
    if (s.min && s.max && s.min.get() == e.get() && s.max.get() == e.get()) return s;
    return eval(s);
  }

  IntSet compute(const Expr& e) {
    if (const auto* b = node_cast<BinaryNode>(e)) {
      IntSet x = eval(b->a), y = eval(b->b);
      if (is_point(x) && is_point(y)) {
        if (x.min == b->a && y.min == b->b) return IntSet::point(e);
        return IntSet::point(binary(b->kind, x.min, y.min));
      }
      if (x.empty) return x;
      if (y.empty) return y;
      return combine(*b, x, y);
    }
    if (const auto* s = node_cast<SelectNode>(e)) {
      const IntSet x = eval(s->true_value), y = eval(s->false_value);
      return unite({x, y}, analyzer_);
    }
    if (const auto* c = node_cast<CastNode>(e); c && c->dtype.is_integer() && c->value->dtype.is_integer()) {
      const IntSet x = eval(c->value);
      if (is_point(x)) return x.min == c->value ? IntSet::point(e) : IntSet::point(cast(c->dtype, x.min));
      if (!keeps_values(c->value->dtype, c->dtype) && !(x.min && x.max && fits(x, c->dtype)))
        return IntSet::everything();  // what does not fit wraps
      return IntSet::interval(x.min ? cast(c->dtype, x.min) : nullptr, x.max ? cast(c->dtype, x.max) : nullptr);
    }
    return IntSet::everything();
  }

  // Between index types, indices are taken to fit.
  static bool keeps_values(DType from, DType to) {
    if (from.is_int() && to.is_int()) return to.bits >= std::min<int>(from.bits, 32);
    return from.is_uint() && to.bits > from.bits;
  }
  bool fits(const IntSet& s, DType t) {
    const int64_t max = analyzer_.const_bound(s.max).max;
    const bool known = max != ConstBound::kPosInf || t.is_uint();  // uint64 has values beyond that
    return known && analyzer_.const_bound(s.min).min >= min_int(t) && max <= max_int(t);
  }

  IntSet combine(const BinaryNode& e, const IntSet& a, const IntSet& b) {
    switch (e.kind) {
      case ExprKind::Add:
        return IntSet::interval(a.min && b.min ? a.min + b.min : nullptr, a.max && b.max ? a.max + b.max : nullptr);
      case ExprKind::Sub:
        return IntSet::interval(a.min && b.max ? a.min - b.max : nullptr, a.max && b.min ? a.max - b.min : nullptr);
      case ExprKind::Mul:
        return is_point(b) ? scaled(e.kind, a, b.min) : is_point(a) ? scaled(e.kind, b, a.min) : IntSet::everything();
      case ExprKind::Div:
      case ExprKind::FloorDiv:
        return is_point(b) && !is_zero(b.min) ? scaled(e.kind, a, b.min) : IntSet::everything();
      case ExprKind::Mod:
      case ExprKind::FloorMod:
        return is_point(b) && !is_zero(b.min) ? remainder(e.kind, a, b.min) : IntSet::everything();
      case ExprKind::Min:
      case ExprKind::Max: {
        const bool least = e.kind == ExprKind::Min;
        const auto end = [&](const Expr& x, const Expr& y, bool open_wins) -> Expr {
          if (x && y) return extreme(least, x, y);
          if (open_wins) return nullptr;
          return x ? x : y;
        };
        return IntSet::interval(end(a.min, b.min, least), end(a.max, b.max, !least));
      }
      default:
        return IntSet::interval(bool_imm(false), bool_imm(true));
    }
  }

  // a·k, a/k, a//k for one k.
  IntSet scaled(ExprKind kind, const IntSet& a, const Expr& k) {
    if (kind == ExprKind::Mul && is_zero(k)) return IntSet::point(k);
    if (is_one(k)) return a;
    const auto apply = [&](const Expr& x) -> Expr { return x ? binary(kind, x, k) : nullptr; };
    if (analyzer_.can_prove_greater_equal(k, 0)) return IntSet::interval(apply(a.min), apply(a.max));
    if (analyzer_.can_prove_less(k, 0)) return IntSet::interval(apply(a.max), apply(a.min));
    if (!a.min || !a.max) return IntSet::everything();
    const Expr up = ge(k, int_imm(0, k->dtype)), x = apply(a.min), y = apply(a.max);
    return IntSet::interval(select(up, x, y), select(up, y, x));
  }

  IntSet remainder(ExprKind kind, const IntSet& a, const Expr& c) {
    const Expr one = int_imm(1, c->dtype), zero = int_imm(0, c->dtype);
    if (!analyzer_.can_prove_greater_equal(c, 0)) {
      const Expr most = max(c, zero - c) - one;
      return IntSet::interval(zero - most, most);
    }
    // Truncating: of what may be negative, as TVM takes it, only the usual case of indices is thought of; here the
    // negative side is kept.
    if (kind == ExprKind::Mod && !(a.min && analyzer_.can_prove_greater_equal(a.min, 0)))
      return IntSet::interval(one - c, c - one);
    if (c->kind == ExprKind::IntImm && a.min && a.max) {
      const Expr first = floordiv(a.min, c), last = floordiv(a.max, c);
      if (analyzer_.can_prove_equal(first, last)) return IntSet::interval(a.min - c * first, a.max - c * first);
    }
    return IntSet::interval(zero, c - one);
  }

  const DomainMap& dom_;
  Analyzer& analyzer_;
  size_t depth_ = 0;
  std::unordered_map<const ExprNode*, IntSet> known_;
  std::vector<Expr> keep_;
};

// Simplified ends; equal ends are one node, so that a single point is seen as one.
IntSet simplified(Expr low, Expr high, Analyzer& analyzer) {
  if (low) low = analyzer.simplify(low);
  if (high) high = analyzer.simplify(high);
  if (low && high && low != high && structural_equal(low, high)) high = low;
  return IntSet::interval(std::move(low), std::move(high));
}

}  // namespace

IntSet eval_set(const Expr& e, const DomainMap& dom, Analyzer& analyzer) {
  return Evaluator(dom, analyzer).eval(e);
}

IntSet eval_set(const IntSet& s, const DomainMap& dom, Analyzer& analyzer) {
  return Evaluator(dom, analyzer).eval(s);
}

IntSet eval_set(const Range& r, const DomainMap& dom, Analyzer& analyzer) {
  if (is_one(r.extent) || is_one(analyzer.simplify(r.extent))) return eval_set(r.min, dom, analyzer);
  const Expr last = analyzer.simplify(r.min + r.extent - int_imm(1, r.min->dtype));
  return Evaluator(dom, analyzer).eval(IntSet::interval(r.min, last));
}

IntSet unite(const std::vector<IntSet>& sets, Analyzer& analyzer) {
  IntSet all = IntSet::nothing();
  size_t used = 0;
  for (const IntSet& s : sets) {
    if (s.empty) continue;
    if (used++ == 0) {
      all = s;
      continue;
    }
    all.min = all.min && s.min ? (all.min == s.min ? s.min : min(all.min, s.min)) : nullptr;
    all.max = all.max && s.max ? (all.max == s.max ? s.max : max(all.max, s.max)) : nullptr;
  }
  return used > 1 ? simplified(all.min, all.max, analyzer) : all;
}

IntSet intersect(const std::vector<IntSet>& sets, Analyzer& analyzer) {
  IntSet all = IntSet::everything();
  for (const IntSet& s : sets) {
    if (s.empty) return s;
    all.min = all.min && s.min ? max(all.min, s.min) : all.min ? all.min : s.min;
    all.max = all.max && s.max ? min(all.max, s.max) : all.max ? all.max : s.max;
  }
  if (sets.size() > 1) all = simplified(all.min, all.max, analyzer);
  if (all.min && all.max && analyzer.can_prove(lt(all.max, all.min))) return IntSet::nothing();
  return all;
}

Range cover_range(const IntSet& s, const Range& cover, Analyzer& analyzer) {
  if (s.empty || !s.min || !s.max) return cover;
  if (is_point(s)) return {analyzer.simplify(s.min), int_imm(1, s.min->dtype)};
  return {analyzer.simplify(s.min), analyzer.simplify(s.max + int_imm(1, s.max->dtype) - s.min)};
}

}  // namespace nw::arith
