// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of repeated runs.
#pragma once

#include <vector>

#include "measure/report.h"

namespace nw::measure {

// The upper of the two middle values where their number is even. Not of no values.
double median(std::vector<double> values);

// Half of the spread of the runs, as a share of their median.
double error_bar(const Timing& timing);
// How much longer the median is than the fastest run, as a share of that; above kNearFastest, another run may give
// another time, however small the spread is.
double over_fastest(const Timing& timing);
constexpr double kNearFastest = 0.1;

// `microseconds`: one value a measurement (at least one), each the mean of `runs_each` runs.
Timing timing_of(const std::vector<double>& microseconds, int runs_each = 1);

}  // namespace nw::measure
