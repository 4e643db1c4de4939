// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/statistics.h"

#include <algorithm>
#include <cmath>

namespace nw::measure {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double error_bar(const Timing& timing) {
  return timing.median > 0 ? timing.mad / timing.median : 1;
}

double over_fastest(const Timing& timing) {
  return timing.min > 0 ? timing.median / timing.min - 1 : 0;
}

Timing timing_of(const std::vector<double>& microseconds, int runs_each) {
  Timing t;
  t.runs = static_cast<int>(microseconds.size()) * runs_each;
  t.min = *std::min_element(microseconds.begin(), microseconds.end());
  t.median = median(microseconds);
  std::vector<double> distances;
  for (const double x : microseconds) distances.push_back(std::abs(x - t.median));
  t.mad = median(distances);
  return t;
}

}  // namespace nw::measure
