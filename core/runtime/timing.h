// SPDX-License-Identifier: GPL-3.0-or-later
// How long a kernel takes: run again and again until the median holds still.
#pragma once

#include <functional>

namespace nw::runtime {

struct Timing {  // microseconds
  double min = 0, median = 0;
  double mad = 0;  // median of the distances from the median
  int runs = 0;
};

struct TimingOptions {
  int repeat = 0;             // 0: until stable
  double budget_seconds = 1;  // where repeat is 0
};

Timing measure(const std::function<void()>& run, const TimingOptions& options = {});

}  // namespace nw::runtime
