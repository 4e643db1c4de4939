// SPDX-License-Identifier: GPL-3.0-or-later
// Whether evaluating an expression where it is not wanted could fault: it reads memory or divides by what may be zero.
#pragma once

#include "tir/expr.h"

namespace nw::codegen {

bool may_fault(const tir::Expr& e);

}  // namespace nw::codegen
