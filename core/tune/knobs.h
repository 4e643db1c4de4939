// SPDX-License-Identifier: GPL-3.0-or-later
// Knobs that a script marks itself: a comment behind a step gives the values that a search tries in its place. The
// value in the line is the one in use, so that the script stays valid as it is.
//
//   xo, xi = s[C].split(x, factor=8)     # tune: 4 8 16      or: factors, factors max=64 (divisors of the loop)
//   s[C].pragma(k, "…", 16)              # tune: 0 16 64
//   s[C].unroll(xi)                      # tune: optional    with or without the step
//   s[C].reorder(y, x)                   # tune: order       every order of these loops
//   s[P].compute_at(s[C], y)             # tune: at any      every loop that C then has
#pragma once

#include "base/result.h"
#include "tune/kernel.h"
#include "tune/space.h"

namespace nw::tune {

// NW4138 for each mark that gives no values. A script without marks has a space of one choice.
Result<Space> marked_space(const TunedKernel& kernel);

}  // namespace nw::tune
