// SPDX-License-Identifier: GPL-3.0-or-later
// What a statement's value asks of a core, for one element.
#pragma once

#include "tir/expr.h"

namespace nw::cost {

struct Operations {
  double simple = 0;   // instructions that begin every half cycle: sums, products (with a sum in one), shifts, choices
  double written = 0;  // how many LLVM's code has for them, where a product and its sum are two
  double divisions = 0;               // also square roots
  double calls = 0;                   // of functions that have no vector form
  std::vector<tir::Expr> conditions;  // on which a part of it is computed or not
  int widest = 1;                     // bytes of the largest type it works with
};

// Arithmetic on indices is not counted: it is done once for many elements.
Operations operations_of(const tir::Expr& value);

}  // namespace nw::cost
