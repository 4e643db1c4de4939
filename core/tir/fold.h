// SPDX-License-Identifier: GPL-3.0-or-later
// Folding as expressions are made: constants of integers and floats, and identities that need no facts.
#pragma once

#include "tir/expr.h"

namespace nw::tir {

// What `a kind b` (of one type) folds to, or null.
Expr fold_binary(ExprKind kind, const Expr& a, const Expr& b);

}  // namespace nw::tir
