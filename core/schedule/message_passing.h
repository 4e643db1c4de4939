// SPDX-License-Identifier: GPL-3.0-or-later
// Propagation of facts along the relations of a stage's axes: ranges from root axes down to loops, sets from loops up
// to root axes, index expressions both ways. Facts are indexed by the axis' id; a null Expr, undefined Range or empty
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

// Ranges of all axes of a stage from those of its root axes; each is bound in the analyzer. `final` is the pass after
// bounds are inferred: loops no longer than their parent, every axis has a range. `partial`: some roots have none.
enum class DownMode { Final, Partial };
void pass_down_domain(const Stage& stage, RangeTable& ranges, arith::Analyzer& analyzer, DownMode mode);

// Values of the axes above from those of the loops, and of the loops from those of the axes above.
void pass_up_index(const Stage& stage, const RangeTable& ranges, IndexTable& values);
void pass_down_index(const Stage& stage, const RangeTable& ranges, IndexTable& values);

// Sets of root axes from those of loops. `misaligned` hears of a fused loop whose parts cut rows of its axes.
void pass_up_domain(const Stage& stage, const RangeTable& ranges, SetTable& sets, arith::Analyzer& analyzer,
                    const std::function<void(const FuseRelation&)>& misaligned);

// Axes that are made of any of the marked ones, and axes that any of the marked ones is made of.
void spread_up(const Stage& stage, FlagTable& touched);
void spread_down(const Stage& stage, FlagTable& touched);

// The conditions under which the values of the axes are inside their ranges, without those that are provable.
// `skip` axes are not looked at. With `check_domain`, root axes are also held to the domain of the operation. `around`:
// what the variables of all stages and threads range over, as far as it counts in a proof; without it, this stage's.
std::vector<Expr> bound_checks(const Stage& stage, const RangeTable& ranges, const IndexTable& values,
                               bool check_domain, const FlagTable& skip, arith::Analyzer& analyzer,
                               const arith::DomainMap* around = nullptr);

}  // namespace nw::schedule
