// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel as a whole C program: its main fills the inputs by the pattern of `run --inputs pattern`, runs and times the
// kernel, and prints each output's sum.
#pragma once

#include <string>

#include "lower/lower.h"

namespace nw::exporting {

// `nest` is of phase `code`. Symbolic sizes become the program's arguments, in order.
Result<std::string> c_program(const lower::LoopNest& nest);

}  // namespace nw::exporting
