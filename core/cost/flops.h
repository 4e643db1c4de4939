// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic operations of an unscheduled computation; a kernel's speed in flop/s is based on them.
#pragma once

#include "te/operation.h"

namespace nw::cost {

// Each + - * / min max comparison and function call on values counts once an element it is computed for; arithmetic on
// indices does not count. `sizes` gives symbolic sizes.
double count_flops(const std::vector<te::Tensor>& outputs,
                   const std::map<tir::Var, int64_t, tir::VarOrder>& sizes = {});

}  // namespace nw::cost
