// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/message_passing.h"

#include <algorithm>

namespace nw::schedule {

using arith::Analyzer;
using arith::IntSet;
using tir::Range;

namespace {

Expr zero_of(const IterVar& iter) {
  return tir::int_imm(0, iter->var->dtype);
}

const IterVar& iter_of(const Stage& stage, AxisId axis) {
  return stage.find_axis(axis)->iter;
}

void learn(const Stage& stage, RangeTable& ranges, AxisId axis, Expr extent, Analyzer& analyzer) {
  const IterVar& iter = iter_of(stage, axis);
  ranges[axis] = {zero_of(iter), std::move(extent)};
  analyzer.bind(iter->var, ranges[axis]);
}

// ⌈a / b⌉
Expr ceil_div(const Expr& a, const Expr& b, Analyzer& analyzer) {
  const int64_t *x = tir::as_const_int(a), *y = tir::as_const_int(b);
  if (x && y && *y > 0 && *x >= 0) return tir::int_imm((*x + *y - 1) / *y, a->dtype);
  if (analyzer.can_prove(tir::eq(tir::floormod(a, b), tir::int_imm(0, a->dtype))))
    return analyzer.simplify(tir::floordiv(a, b));
  return analyzer.simplify(tir::floordiv(a + (b - tir::int_imm(1, b->dtype)), b));
}

// The lesser of a loop's extent and the parent's, where that is provable; else the loop's.
Expr tightened(const Expr& parent, const Expr& wanted, Analyzer& analyzer) {
  const int64_t *x = tir::as_const_int(parent), *y = tir::as_const_int(wanted);
  if (x && y) return *x < *y ? parent : wanted;
  return analyzer.simplify(analyzer.can_prove(tir::lt(parent, wanted)) ? parent : wanted);
}

// Axes of which some loop is run by a thread: their extents are the threads' business.
struct Threaded {
  std::vector<AxisId> axes;
  explicit Threaded(const Stage& stage) {
    for (AxisId leaf : stage.leaf)
      if (const AxisAttr* attr = stage.attr(leaf); attr && attr->bind_thread) axes.push_back(leaf);
    if (axes.empty()) return;
    for (auto it = stage.relations.rbegin(); it != stage.relations.rend(); ++it) {
      if (const auto* r = std::get_if<SplitRelation>(&*it); r && (has(r->outer) || has(r->inner)))
        axes.push_back(r->parent);
      if (const auto* r = std::get_if<FuseRelation>(&*it); r && has(r->fused))
        axes.insert(axes.end(), {r->outer, r->inner});
      if (const auto* r = std::get_if<RebaseRelation>(&*it); r && has(r->rebased)) axes.push_back(r->parent);
    }
  }
  bool has(AxisId axis) const { return std::find(axes.begin(), axes.end(), axis) != axes.end(); }
};

bool same_value(const Expr& a, const Expr& b, Analyzer& analyzer) {
  if (a == b) return true;
  const int64_t *x = tir::as_const_int(a), *y = tir::as_const_int(b);
  if (x && y) return *x == *y;
  return analyzer.can_prove_equal(a, b);
}

// All of every dimension is computed, not a part.
bool whole(const Stage& stage, AxisId axis, const RangeTable& ranges, Analyzer& analyzer) {
  const Range &range = ranges[axis], &dom = iter_of(stage, axis)->dom;
  return !range.defined() ||
         (same_value(range.min, dom.min, analyzer) && same_value(range.extent, dom.extent, analyzer));
}
bool whole(const Stage& stage, const TransformRelation& r, const RangeTable& ranges, Analyzer& analyzer) {
  return std::all_of(r.original.begin(), r.original.end(),
                     [&](AxisId axis) { return whole(stage, axis, ranges, analyzer); });
}

class Down {
 public:
  Down(const Stage& stage, RangeTable& ranges, Analyzer& analyzer, DownMode mode)
      : stage_(stage), ranges_(ranges), analyzer_(analyzer), mode_(mode), threaded_(stage) {}

  void operator()(const SplitRelation& r) {
    if (!ranges_[r.parent].defined()) return;
    const Expr extent = ranges_[r.parent].extent;
    const AxisId given = r.factor ? r.inner : r.outer, other = r.factor ? r.outer : r.inner;
    const Expr& length = r.factor ? r.factor : r.nparts;
    const bool keep = mode_ == DownMode::AllowMissing || tir::is_zero(extent) || threaded_.has(given);
    learn(stage_, ranges_, given, keep ? length : tightened(extent, length, analyzer_), analyzer_);
    learn(stage_, ranges_, other, ceil_div(extent, length, analyzer_), analyzer_);
  }
  void operator()(const FuseRelation& r) {
    if (!ranges_[r.outer].defined() || !ranges_[r.inner].defined()) return;
    learn(stage_, ranges_, r.fused, ranges_[r.outer].extent * ranges_[r.inner].extent, analyzer_);
  }
  void operator()(const RebaseRelation& r) {
    if (ranges_[r.parent].defined()) learn(stage_, ranges_, r.rebased, ranges_[r.parent].extent, analyzer_);
  }
  void operator()(const SingletonRelation& r) { learn(stage_, ranges_, r.iter, tir::int_imm(1), analyzer_); }
  // Where a part of the tensor is computed, each new loop covers what the part needs of it, if its length is a number;
  // bound_checks keeps to the part.
  void operator()(const TransformRelation& r) {
    arith::DomainMap part;
    if (!whole(stage_, r, ranges_, analyzer_))
      for (size_t i = 0; i < r.original.size(); ++i)
        part[r.forward_vars[i]] = IntSet::from_range(ranges_[r.original[i]]);
    for (size_t i = 0; i < r.transformed.size(); ++i) {
      const IterVar& iter = iter_of(stage_, r.transformed[i]);
      Range range = iter->dom;
      if (const IntSet set = part.empty() ? IntSet() : arith::eval_set(r.forward[i], part, analyzer_);
          set.min && set.max) {
        const Expr extent = analyzer_.simplify(set.max - set.min + tir::int_imm(1, set.min->dtype));
        if (tir::as_const_int(extent)) range = {analyzer_.simplify(set.min), extent};
      }
      ranges_[r.transformed[i]] = range;
      analyzer_.bind(iter->var, range);
    }
  }

 private:
  const Stage& stage_;
  RangeTable& ranges_;
  Analyzer& analyzer_;
  DownMode mode_;
  Threaded threaded_;
};

Expr plus_min(Expr value, const Expr& min) {
  return tir::is_zero(min) ? value : std::move(value) + min;
}

struct UpIndex {
  const RangeTable& ranges;
  IndexTable& values;

  void operator()(const SplitRelation& r) const {
    const Expr &outer = values[r.outer], &inner = values[r.inner];
    if (outer && inner && ranges[r.inner].defined() && ranges[r.parent].defined())
      values[r.parent] = plus_min(inner + outer * ranges[r.inner].extent, ranges[r.parent].min);
  }
  void operator()(const FuseRelation& r) const {
    const Expr fused = values[r.fused];
    if (!fused || !ranges[r.inner].defined() || !ranges[r.outer].defined()) return;
    const Expr& extent = ranges[r.inner].extent;
    values[r.outer] = plus_min(tir::floordiv(fused, extent), ranges[r.outer].min);
    values[r.inner] = plus_min(tir::floormod(fused, extent), ranges[r.inner].min);
  }
  void operator()(const RebaseRelation& r) const {
    if (const Expr value = values[r.rebased]) values[r.parent] = plus_min(value, ranges[r.parent].min);
  }
  void operator()(const SingletonRelation&) const {}
  void operator()(const TransformRelation& r) const {
    tir::Substitution map;
    for (size_t i = 0; i < r.transformed.size(); ++i) {
      if (!values[r.transformed[i]]) return;
      map[r.inverse_vars[i]] = values[r.transformed[i]];
    }
    for (size_t i = 0; i < r.original.size(); ++i) values[r.original[i]] = tir::substitute(r.inverse[i], map);
  }
};

struct DownIndex {
  const RangeTable& ranges;
  IndexTable& values;

  void operator()(const SplitRelation& r) const {
    const Expr parent = values[r.parent];
    if (!parent) return;
    const Expr& factor = ranges[r.inner].extent;
    values[r.outer] = tir::floordiv(parent, factor);
    values[r.inner] = tir::floormod(parent, factor);
  }
  void operator()(const FuseRelation& r) const {
    if (values[r.outer] && values[r.inner])
      values[r.fused] = values[r.outer] * ranges[r.inner].extent + values[r.inner];
  }
  void operator()(const RebaseRelation& r) const { values[r.rebased] = values[r.parent]; }
  void operator()(const SingletonRelation& r) const { values[r.iter] = tir::int_imm(0); }
  void operator()(const TransformRelation& r) const {
    tir::Substitution map;
    for (size_t i = 0; i < r.original.size(); ++i) {
      if (!values[r.original[i]]) return;
      map[r.forward_vars[i]] = values[r.original[i]];
    }
    for (size_t i = 0; i < r.transformed.size(); ++i) values[r.transformed[i]] = tir::substitute(r.forward[i], map);
  }
};

bool covers(const IntSet& set, const Range& range, Analyzer& analyzer) {
  if (set.empty || !set.min || !set.max || !range.defined()) return false;
  return same_value(set.min, range.min, analyzer) &&
         same_value(set.max, range.extent + range.min - tir::int_imm(1, range.extent->dtype), analyzer);
}

bool divides(const Expr& a, const Expr& b, Analyzer& analyzer) {  // a mod b is provably 0
  const int64_t *x = tir::as_const_int(a), *y = tir::as_const_int(b);
  if (x && y) return *y != 0 && *x % *y == 0;
  return tir::is_zero(analyzer.simplify(tir::floormod(a, b)));
}

class UpDomain {
 public:
  UpDomain(const Stage& stage, const RangeTable& ranges, SetTable& sets, Analyzer& analyzer,
           const std::function<void(const FuseRelation&)>& misaligned)
      : stage_(stage), ranges_(ranges), sets_(sets), analyzer_(analyzer), misaligned_(misaligned) {}

  void operator()(const SplitRelation& r) {
    const IntSet &outer = *sets_[r.outer], &inner = *sets_[r.inner];
    if (covers(outer, ranges_[r.outer], analyzer_) && covers(inner, ranges_[r.inner], analyzer_)) {
      sets_[r.parent] = IntSet::from_range(ranges_[r.parent]);
      return;
    }
    const Expr &factor = ranges_[r.inner].extent, &min = ranges_[r.parent].min;
    const tir::Var &o = iter_of(stage_, r.outer)->var, &i = iter_of(stage_, r.inner)->var;
    if (outer.is_single_point() && inner.min && inner.max && !inner.empty) {  // the common case: one tile
      const Expr start = plus_min(outer.min * factor, min);
      sets_[r.parent] = inner.is_single_point() ? IntSet::point(inner.min + start)
                                                : IntSet::interval(inner.min + start, inner.max + start);
      return;
    }
    sets_[r.parent] = arith::eval_set(plus_min(Expr(o) * factor + Expr(i), min), {{o, outer}, {i, inner}}, analyzer_);
  }
  void operator()(const FuseRelation& r) {
    const IntSet fused = *sets_[r.fused];
    if (covers(fused, ranges_[r.fused], analyzer_)) {
      sets_[r.outer] = IntSet::from_range(ranges_[r.outer]);
      sets_[r.inner] = IntSet::from_range(ranges_[r.inner]);
      return;
    }
    const Expr &row = ranges_[r.inner].extent, &outer_min = ranges_[r.outer].min, &inner_min = ranges_[r.inner].min;
    if (fused.is_single_point()) {
      sets_[r.outer] = IntSet::point(plus_min(tir::floordiv(fused.min, row), outer_min));
      sets_[r.inner] = IntSet::point(plus_min(tir::floormod(fused.min, row), inner_min));
      return;
    }
    if (fused.empty || !fused.min || !fused.max) {
      sets_[r.outer] = IntSet::from_range(ranges_[r.outer]);
      sets_[r.inner] = IntSet::from_range(ranges_[r.inner]);
      return;
    }
    const Expr length = analyzer_.simplify(fused.max - fused.min + tir::int_imm(1, fused.max->dtype));
    sets_[r.outer] = IntSet::interval(plus_min(tir::floordiv(fused.min, row), outer_min),
                                      plus_min(tir::floordiv(fused.max, row), outer_min));
    if (divides(row, length, analyzer_) && divides(fused.min, length, analyzer_)) {  // never over the end of a row
      sets_[r.inner] = IntSet::interval(plus_min(tir::floormod(fused.min, row), inner_min),
                                        plus_min(tir::floormod(fused.max, row), inner_min));
      return;
    }
    if (misaligned_ && (!divides(length, row, analyzer_) || !divides(fused.min, row, analyzer_))) misaligned_(r);
    sets_[r.inner] = IntSet::from_range(ranges_[r.inner]);
  }
  void operator()(const RebaseRelation& r) {
    const IntSet& rebased = *sets_[r.rebased];
    const Expr& min = ranges_[r.parent].min;
    if (covers(rebased, ranges_[r.rebased], analyzer_)) {
      sets_[r.parent] = IntSet::from_range(ranges_[r.parent]);
    } else if (tir::is_zero(min)) {
      sets_[r.parent] = rebased;
    } else {
      const tir::Var& var = iter_of(stage_, r.rebased)->var;
      sets_[r.parent] = arith::eval_set(Expr(var) + min, {{var, rebased}}, analyzer_);
    }
  }
  void operator()(const SingletonRelation&) {}
  void operator()(const TransformRelation& r) {
    arith::DomainMap dom;
    for (size_t i = 0; i < r.transformed.size(); ++i) dom[r.inverse_vars[i]] = *sets_[r.transformed[i]];
    for (size_t i = 0; i < r.original.size(); ++i) sets_[r.original[i]] = arith::eval_set(r.inverse[i], dom, analyzer_);
  }

 private:
  const Stage& stage_;
  const RangeTable& ranges_;
  SetTable& sets_;
  Analyzer& analyzer_;
  const std::function<void(const FuseRelation&)>& misaligned_;
};

template <class F>
void above_from_below(const Stage& stage, F&& f) {
  for (auto it = stage.relations.rbegin(); it != stage.relations.rend(); ++it) std::visit(f, *it);
}
template <class F>
void below_from_above(const Stage& stage, F&& f) {
  for (const Relation& r : stage.relations) std::visit(f, r);
}

// The axes above and below a relation.
std::pair<std::vector<AxisId>, std::vector<AxisId>> ends(const Relation& relation) {
  if (const auto* r = std::get_if<SplitRelation>(&relation)) return {{r->parent}, {r->outer, r->inner}};
  if (const auto* r = std::get_if<FuseRelation>(&relation)) return {{r->outer, r->inner}, {r->fused}};
  if (const auto* r = std::get_if<RebaseRelation>(&relation)) return {{r->parent}, {r->rebased}};
  if (const auto* r = std::get_if<TransformRelation>(&relation)) return {r->original, r->transformed};
  return {{}, {}};
}

bool any(const FlagTable& flags, const std::vector<AxisId>& axes) {
  return std::any_of(axes.begin(), axes.end(), [&](AxisId a) { return flags[a]; });
}

// Axes whose values may lie outside their range: their loops together run more often than it is long.
class MayExceed {
 public:
  MayExceed(const Stage& stage, const RangeTable& ranges, FlagTable& flags, Analyzer& analyzer)
      : stage_(stage), ranges_(ranges), flags_(flags), analyzer_(analyzer) {}
  void operator()(const SplitRelation& r) {
    if (flags_[r.outer] || flags_[r.inner] || !ranges_[r.outer].defined() || !ranges_[r.inner].defined()) {
      flags_[r.parent] = true;
      return;
    }
    flags_[r.parent] =
        !same_value(ranges_[r.parent].extent, ranges_[r.inner].extent * ranges_[r.outer].extent, analyzer_);
  }
  void operator()(const FuseRelation& r) { flags_[r.outer] = flags_[r.inner] = flags_[r.fused]; }
  void operator()(const RebaseRelation& r) { flags_[r.parent] = flags_[r.rebased]; }
  void operator()(const SingletonRelation&) {}
  void operator()(const TransformRelation& r) {
    const bool more = any(flags_, r.transformed) || r.padded || !whole(stage_, r, ranges_, analyzer_);
    for (AxisId a : r.original) flags_[a] = more;
  }

 private:
  const Stage& stage_;
  const RangeTable& ranges_;
  FlagTable& flags_;
  Analyzer& analyzer_;
};

class Checks {
 public:
  Checks(const Stage& stage, const RangeTable& ranges, Analyzer& analyzer, const arith::DomainMap* around)
      : analyzer_(analyzer), domain_(around ? *around : own_) {
    if (around) return;
    for (const Axis& a : stage.axes)
      if (ranges[a.id].defined()) own_[a.iter->var] = IntSet::from_range(ranges[a.id]);
  }
  void below(const Expr& value, const Expr& extent) {
    if (const Expr most = arith::eval_set(value, domain_, free_).max;
        !most || !analyzer_.can_prove(tir::lt(most, extent)))
      found.push_back(tir::lt(value, extent));
  }
  void not_negative(const Expr& value) {
    const Expr zero = tir::int_imm(0, value->dtype);
    if (const Expr least = arith::eval_set(value, domain_, free_).min;
        !least || !analyzer_.can_prove(tir::ge(least, zero)))
      found.push_back(tir::ge(value, zero));
  }
  // Of the loops of another layout, where they cover more than the part that is needed.
  void inside_part(const Expr& value, const Expr& extent, uint8_t& exceeds) {
    const Expr simple = analyzer_.simplify(value);
    if (!analyzer_.can_prove(tir::ge(simple, tir::int_imm(0, value->dtype))))
      found.push_back(tir::ge(value, tir::int_imm(0, value->dtype)));
    if (analyzer_.can_prove(tir::lt(simple, extent))) exceeds = false;
  }
  std::vector<Expr> found;

 private:
  Analyzer& analyzer_;
  Analyzer free_;  // knows nothing: sets are evaluated by their ends alone
  arith::DomainMap own_;
  const arith::DomainMap& domain_;
};

}  // namespace

void pass_down_domain(const Stage& stage, RangeTable& ranges, Analyzer& analyzer, DownMode mode) {
  below_from_above(stage, Down(stage, ranges, analyzer, mode));
}

void pass_up_index(const Stage& stage, const RangeTable& ranges, IndexTable& values) {
  above_from_below(stage, UpIndex{ranges, values});
}

void pass_down_index(const Stage& stage, const RangeTable& ranges, IndexTable& values) {
  below_from_above(stage, DownIndex{ranges, values});
}

void pass_up_domain(const Stage& stage, const RangeTable& ranges, SetTable& sets, Analyzer& analyzer,
                    const std::function<void(const FuseRelation&)>& misaligned) {
  above_from_below(stage, UpDomain(stage, ranges, sets, analyzer, misaligned));
}

void pass_up_flags(const Stage& stage, FlagTable& touched) {
  for (auto it = stage.relations.rbegin(); it != stage.relations.rend(); ++it) {
    const auto [above, below] = ends(*it);
    if (any(touched, below))
      for (AxisId a : above) touched[a] = true;
  }
}

void pass_down_flags(const Stage& stage, FlagTable& touched) {
  for (const Relation& relation : stage.relations) {
    const auto [above, below] = ends(relation);
    if (any(touched, above))
      for (AxisId a : below) touched[a] = true;
  }
}

std::vector<Expr> bound_checks(const Stage& stage, const RangeTable& ranges, const IndexTable& values,
                               bool check_domain, const FlagTable& skip, Analyzer& analyzer,
                               const arith::DomainMap* around) {
  FlagTable exceeds(ranges.size());
  above_from_below(stage, MayExceed(stage, ranges, exceeds, analyzer));
  Checks checks(stage, ranges, analyzer, around);
  auto looked_at = [&](AxisId axis) {
    return !skip[axis] && stage.find_axis(axis)->iter->type != IterType::Opaque && ranges[axis].defined() &&
           values[axis];
  };
  for (const Relation& relation : stage.relations)
    if (const auto* r = std::get_if<TransformRelation>(&relation); r && !whole(stage, *r, ranges, analyzer))
      for (AxisId a : r->original)
        if (looked_at(a)) checks.inside_part(values[a] - ranges[a].min, ranges[a].extent, exceeds[a]);
  for (const Axis& a : stage.axes)
    if (looked_at(a.id) && exceeds[a.id]) checks.below(values[a.id] - ranges[a.id].min, ranges[a.id].extent);
  for (AxisId root : stage.root) {
    const Range& dom = stage.find_axis(root)->iter->dom;
    const Range& range = ranges[root];
    if (!check_domain || !looked_at(root)) continue;
    if (same_value(dom.min, range.min, analyzer) && same_value(dom.extent, range.extent, analyzer)) continue;
    const Expr value = values[root] - dom.min;
    checks.not_negative(value);
    checks.below(value, dom.extent);
  }
  return std::move(checks.found);
}

}  // namespace nw::schedule
