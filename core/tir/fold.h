// SPDX-License-Identifier: GPL-3.0-or-later
// Folding as expressions are made: constants of integers and floats, and identities that need no facts.
#pragma once

#include <optional>

#include "tir/expr.h"

namespace nw::tir {

// The value of an integer operation; nothing where it has none (division by zero, the one overflowing division).
std::optional<int64_t> fold_ints(ExprKind kind, int64_t a, int64_t b);

// What `a kind b` (of one type) folds to, or null.
Expr fold_binary(ExprKind kind, const Expr& a, const Expr& b);

}  // namespace nw::tir
