// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions of a statement's value, for one element.
#pragma once

#include "tir/expr.h"

namespace nw::cost {

struct Operations {
  double instructions = 0;     // that can start every half cycle: add, multiply (fused with an add), shift, select
  double ir_instructions = 0;  // of LLVM IR for them, where a multiply and its add are two
  double divisions = 0;        // also square roots
  double calls = 0;            // of functions without a vector form
  std::vector<tir::Expr> conditions;  // of if_then_else in it
  int widest_bytes = 1;               // size of its largest type
};

// Arithmetic on indices is not counted: it is shared by many elements.
Operations operations_of(const tir::Expr& value);

}  // namespace nw::cost
