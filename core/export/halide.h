// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel as a Halide C++ program: the same computation, the schedule in Halide's words, and a main that fills the
// inputs by the pattern of `run --inputs pattern`, times the kernel and prints each output's sums. Halide's first
// dimension is the innermost, so indices are in reverse.
#pragma once

#include <string>

#include "schedule/bounds.h"
#include "script/script.h"

namespace nw::exporting {

// With a warning (NW4126) for each step that is not written for Halide.
Result<std::string> halide_program(const script::Program& program, const schedule::Bounds& bounds);

}  // namespace nw::exporting
