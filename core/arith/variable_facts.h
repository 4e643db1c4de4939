// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the variables of index expressions: their bounds, and values that replace them.
#pragma once

#include <unordered_map>
#include <vector>

#include "arith/analyzer.h"

namespace nw::arith {

struct VariableFact {
  ConstBound bound;
  Expr value;            // replaces the variable, if set
  bool bounded = false;  // by numbers and loops, not by sizes that only the run knows
};

class VariableFacts {
 public:
  enum class Learned : uint8_t {
    First,
    Same,
    Changed
  };  // the first fact of its variable; equal to the one before; not
  Learned learn(const Var& var, VariableFact fact);
  // Null: nothing is known.
  const VariableFact* find(const tir::ExprNode* var) const;
  // Whether all variables of an expression are bounded.
  bool is_bounded(const Expr& e) const;
  // No bounded variable's absolute value is above it.
  int64_t widest() const { return widest_; }

 private:
  std::unordered_map<const tir::ExprNode*, VariableFact> facts_;
  std::vector<Expr> keys_;  // keep the addresses in facts_ taken
  int64_t widest_ = 0;
};

}  // namespace nw::arith
