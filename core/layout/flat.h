// SPDX-License-Identifier: GPL-3.0-or-later
// One level of a layout, from ranks to routes.
#pragma once

#include "layout/problem.h"

namespace nw::layout {

// The wires must have no cycle and no loop. Ports (Pin::Top, Pin::Bottom) are at y = 0 and at y = size.h.
Solution solve_level(const Problem& problem, const Options& options, Cache::Store& cache, const CancelToken& cancel);

}  // namespace nw::layout
