// SPDX-License-Identifier: GPL-3.0-or-later
// Message passing (the term and the functions are those of TVM's src/te/schedule/message_passing.h): propagation of
// facts along the relations of a stage's axes. Ranges go from root axes down to loops, sets from loops up to root axes,
// index expressions and flags both ways. Facts are indexed by the axis' id; a null Expr, undefined Range or empty
// optional means that nothing is known of it (yet).
#pragma once

#include <functional>

#include "arith/analyzer.h"
#include "schedule/schedule.h"

namespace nw::schedule {

template <class T>
class AxisTable {
 public:
  explicit AxisTable(const Schedule& s) : values_(s.num_axes()) {}
  explicit AxisTable(size_t axes) : values_(axes) {}
  T& operator[](AxisId axis) { return values_[axis.index()]; }
  const T& operator[](AxisId axis) const { return values_[axis.index()]; }
  size_t size() const { return values_.size(); }

 private:
  std::vector<T> values_;
};

using RangeTable = AxisTable<tir::Range>;
using IndexTable = AxisTable<Expr>;
using SetTable = AxisTable<std::optional<arith::IntSet>>;
using FlagTable = AxisTable<uint8_t>;

// Ranges of all axes of a stage from those of its root axes; each is bound in the analyzer. InferBounds is the pass of
// bound inference: every root has a range, and no loop of a split is longer than its parent. AllowMissing, for rewrites
// before bound inference: axes below a root without a range get none, and loops keep the lengths that their splits
// give.
enum class DownMode { InferBounds, AllowMissing };
void pass_down_domain(const Stage& stage, RangeTable& ranges, arith::Analyzer& analyzer, DownMode mode);

// Values of the axes above from those of the loops, and of the loops from those of the axes above.
void pass_up_index(const Stage& stage, const RangeTable& ranges, IndexTable& values);
void pass_down_index(const Stage& stage, const RangeTable& ranges, IndexTable& values);

// Sets of root axes from those of loops. `misaligned` hears of a fused loop whose parts cut rows of its axes.
void pass_up_domain(const Stage& stage, const RangeTable& ranges, SetTable& sets, arith::Analyzer& analyzer,
                    const std::function<void(const FuseRelation&)>& misaligned);

// Adds the parents of flagged axes (up), or the axes derived from them (down): TVM's PassUpBitMaskOr,
// PassDownBitMaskOr.
void pass_up_flags(const Stage& stage, FlagTable& flags);
void pass_down_flags(const Stage& stage, FlagTable& flags);

// The conditions under which the values of the axes are inside their ranges, without those that are provable.
// `skip` axes are not checked. With `check_domain`, root axes are also checked against the domain of the operation.
// `around`: ranges of the variables of all stages and threads, where proofs need them; without it, this stage's.
std::vector<Expr> bound_checks(const Stage& stage, const RangeTable& ranges, const IndexTable& values,
                               bool check_domain, const FlagTable& skip, arith::Analyzer& analyzer,
                               const arith::DomainMap* around = nullptr);

}  // namespace nw::schedule
