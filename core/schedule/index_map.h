// SPDX-License-Identifier: GPL-3.0-or-later
// Maps of indices that transform_layout takes: (n, c) → (n, c // 4, c % 4), their extents and their inverse.
#pragma once

#include <optional>

#include "schedule/schedule.h"

namespace nw::schedule {

struct InverseMap {
  std::vector<tir::Var> vars;  // one an index of the map's result
  std::vector<Expr> values;    // of the original variables, in terms of them
  std::vector<Expr> extents;   // of the result
  bool padded = false;         // the result has more places than the original has elements
};

// Of `indices`, each made of the variables by //, % and sums of products with constants, every variable being found
// again in them; nothing if that does not hold. All variables start at 0.
std::optional<InverseMap> invert(const std::vector<tir::Var>& vars, const std::vector<Expr>& extents,
                                 const std::vector<Expr>& indices);

}  // namespace nw::schedule
