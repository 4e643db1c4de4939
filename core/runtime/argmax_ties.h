// SPDX-License-Identifier: GPL-3.0-or-later
// Ties of a selection such as argmax: where several candidates are equally good, a kernel that looks at them in another
// order (rfactor, reordered or parallel loops) may rightly choose another of them than the reference does.
#pragma once

#include "runtime/verify.h"

namespace nw::runtime {

// Takes the kernel's choice into `expected` for elements of args[which] that differ, where a sibling output agrees with
// the reference and the outputs together are one of the candidates.
void accept_ties(const std::vector<te::Tensor>& args, const std::vector<bool>& is_output,
                 const std::vector<NDArray>& arrays, size_t which,
                 const std::map<tir::Var, int64_t, tir::VarOrder>& sizes, measure::Expected& expected);

}  // namespace nw::runtime
