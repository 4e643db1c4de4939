// SPDX-License-Identifier: GPL-3.0-or-later
// Long chains in columns: a level that is much higher than wide is cut between its layers, and the pieces are put side
// by side.
#pragma once

#include "layout/problem.h"

namespace nw::layout {

// So that the level is about `options.wrap_aspect` times as wide as high. Ports stay at y = 0 and at y = size.h.
// Nothing changes where the level is not long, or where too many wires would pass from column to column.
void wrap_level(const Problem& problem, const Options& options, Solution& solution);

}  // namespace nw::layout
