// SPDX-License-Identifier: GPL-3.0-or-later
// How long a kernel takes: run again and again until the median holds still.
#pragma once

#include <functional>

#include "measure/report.h"

namespace nw::runtime {

struct TimingOptions {
  int repeat = 0;             // 0: until stable
  double budget_seconds = 1;  // where repeat is 0
};

measure::Timing time_runs(const std::function<void()>& run, const TimingOptions& options = {});
// Again while the error bar is over 2 %, up to four times in all: the steadiest.
measure::Timing time_steadily(const std::function<void()>& run, const TimingOptions& options = {});

}  // namespace nw::runtime
