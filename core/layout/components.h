// SPDX-License-Identifier: GPL-3.0-or-later
// A level whose parts are not connected: each is laid out alone, then all are set side by side.
#pragma once

#include "layout/problem.h"

namespace nw::layout {

// As solve_level, for a problem in any number of parts. Parts are in rows, in the order of their first nodes; where
// there are ports, in a single row, so that every port can reach the border.
Solution solve_parts(const Problem& problem, const Options& options, Cache::Store& cache, const CancelToken& cancel);

}  // namespace nw::layout
