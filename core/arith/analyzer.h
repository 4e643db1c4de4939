// SPDX-License-Identifier: GPL-3.0-or-later
// What can be proved about integer expressions: constant bounds, modular facts, simplification, interval sets.
// Follows the meaning of TVM's arith::Analyzer; strong enough to drop every predicate that TVM drops.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tir/visit.h"

namespace nw::arith {

using tir::Expr;
using tir::Range;
using tir::Var;

struct ConstBound {  // inclusive; kNegInf and kPosInf stand for no bound
  static constexpr int64_t kPosInf = std::numeric_limits<int64_t>::max();
  static constexpr int64_t kNegInf = -kPosInf;
  int64_t min = kNegInf;
  int64_t max = kPosInf;
};

struct ModularSet {  // { coeff·x + base }, 0 ≤ base < coeff; coeff 0: the single value base
  int64_t coeff = 1;
  int64_t base = 0;
};

class Analyzer {
 public:
  Analyzer();
  ~Analyzer();
  Analyzer(const Analyzer&) = delete;
  Analyzer& operator=(const Analyzer&) = delete;

  // var ∈ [min, min + extent). An extent of 1 makes var equal to min. Later bindings replace earlier ones.
  void bind(const Var& var, const Range& range);
  void bind(const Var& var, const Expr& value);
  // Assume a condition until the returned object dies.
  class Constraint {
   public:
    explicit Constraint(std::function<void()> exit) : exit_(std::move(exit)) {}
    Constraint(Constraint&& other) noexcept : exit_(std::exchange(other.exit_, nullptr)) {}
    Constraint& operator=(Constraint&&) = delete;
    ~Constraint() {
      if (exit_) exit_();
    }

   private:
    std::function<void()> exit_;
  };
  [[nodiscard]] Constraint assume(const Expr& condition);

  Expr simplify(const Expr& e);  // rewrite rules, then canonical sums, to a fixed point
  bool can_prove(const Expr& condition);
  bool can_prove_equal(const Expr& a, const Expr& b);
  bool can_prove_greater_equal(const Expr& e, int64_t lower);
  bool can_prove_less(const Expr& e, int64_t upper);
  ConstBound const_bound(const Expr& e);
  ModularSet modular_set(const Expr& e);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// An interval of integers with symbolic ends; a null end is infinite. Nothing: is_empty().
struct IntSet {
  Expr min, max;  // inclusive
  bool empty = false;

  static IntSet everything() { return {}; }
  static IntSet nothing() { return {nullptr, nullptr, true}; }
  static IntSet point(const Expr& e) { return {e, e, false}; }
  static IntSet interval(Expr lo, Expr hi) { return {std::move(lo), std::move(hi), false}; }
  static IntSet from_range(const Range& r);
  bool is_everything() const { return !empty && !min && !max; }
  bool is_single_point() const {
    return !empty && min && min == max;
  }  // by identity, as TVM's IsSinglePoint on simplified ends
};

using DomainMap = std::map<Var, IntSet, tir::VarOrder>;

// The values e takes as the variables of `dom` range over their sets (a sound cover, not always tight).
IntSet eval_set(const Expr& e, const DomainMap& dom, Analyzer& analyzer);
IntSet eval_set(const IntSet& s, const DomainMap& dom, Analyzer& analyzer);
IntSet eval_set(const Range& r, const DomainMap& dom, Analyzer& analyzer);
IntSet unite(const std::vector<IntSet>& sets, Analyzer& analyzer);
IntSet intersect(const std::vector<IntSet>& sets, Analyzer& analyzer);
// The set as a range; `cover` where an end is infinite.
Range cover_range(const IntSet& s, const Range& cover, Analyzer& analyzer);

// e = coeffs·vars + constant part (free of vars), or nothing if e is not linear in vars. One coefficient a var, then
// the rest.
std::optional<std::vector<Expr>> detect_linear(const Expr& e, const std::vector<Var>& vars);

}  // namespace nw::arith
