// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions solved for one variable.
#pragma once

#include <optional>

#include "arith/analyzer.h"

namespace nw::lower {

struct Solution {
  tir::Expr low, high;  // true for low ≤ var < high; null: no limit on that side
  bool exact = true;    // necessary and sufficient; false: for some values of `inner` it is true beyond
};

// The values of var for which a comparison is true for all values of the variables of `inner`.
std::optional<Solution> solve(const tir::Expr& condition, const tir::Var& var, const arith::DomainMap& inner,
                              arith::Analyzer& analyzer);

}  // namespace nw::lower
