// SPDX-License-Identifier: GPL-3.0-or-later
// Constant bounds and modular facts of normal forms, found from those of their atoms.
#pragma once

#include <unordered_map>

#include "arith/analyzer.h"
#include "arith/linear.h"

namespace nw::arith {

class Simplifier;

class BoundAnalysis {
 public:
  // Operands of atoms are brought into normal form by `simplifier`, whose facts hold here.
  explicit BoundAnalysis(Simplifier& simplifier) : simplifier_(simplifier) {}

  ConstBound of(const Linear& l);
  ConstBound of(const Expr& e);
  ModularSet modular(const Linear& l);

  // Assumptions are nested: enter() opens a level, to which tighten() adds bounds of atoms; leave() closes it.
  void enter();
  void tighten(const tir::ExprNode* atom, ConstBound bound);
  void leave();
  bool has_assumptions() const { return !tightened_.empty(); }

  // The bounds found so far are dropped, as a fact about a variable changed.
  void forget();

 private:
  struct Level {
    size_t tightened = 0;                                         // how many were there before
    std::unordered_map<const tir::ExprNode*, ConstBound> bounds;  // of atoms, which the Simplifier keeps
  };

  ConstBound bound_of_atom(const Expr& atom);
  ConstBound compute_bound(const Expr& atom);
  ModularSet modular_of_atom(const Expr& atom);

  Simplifier& simplifier_;
  std::vector<std::pair<const tir::ExprNode*, ConstBound>> tightened_;
  std::vector<Level> levels_ = std::vector<Level>(1);
};

}  // namespace nw::arith
