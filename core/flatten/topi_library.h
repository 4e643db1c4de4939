// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of topi as Python: those that core/op has no computation of, and those of tensors with size variables. They
// are flattened like a function of the file, at the line of the call.
#pragma once

#include <string_view>

namespace nw::flatten {

std::string_view topi_library();
// Whether TVM computes the function by a loop nest of its own, so that there is no computation to schedule.
bool is_topi_of_builder(std::string_view name);

}  // namespace nw::flatten
