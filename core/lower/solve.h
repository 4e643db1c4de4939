// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions solved for one variable.
#pragma once

#include <optional>

#include "arith/analyzer.h"

namespace nw::lower {

struct Solution {
  tir::Expr low, high;  // holds for low ≤ var < high; null: no limit on that side
  bool exact = true;    // and for no others; false: some values of `inner` allow more
};

// For which values of var a comparison holds, whatever the variables of `inner` are.
std::optional<Solution> solve(const tir::Expr& condition, const tir::Var& var, const arith::DomainMap& inner,
                              arith::Analyzer& analyzer);

}  // namespace nw::lower
