// SPDX-License-Identifier: GPL-3.0-or-later
// How long a kernel takes: samples are taken until their median holds still.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "measure/report.h"
#include "target/session.h"

namespace nw::runtime {

struct TimingOptions {
  int repeat = 0;             // samples; 0: until stable
  double budget_seconds = 1;  // where repeat is 0
  bool whole_budget = false;  // all of it, also when the median holds still before
  int threads = 0;            // as target::Plan
  bool single = false;        // one run a sample, however short
  int cold_from = 0;          // as target::Plan; not 0: single as well
  double slowest_us = 0;      // a first run that takes longer is the only sample; 0: no limit
};

// Runs by the plan: nanoseconds of each sample as a whole.
using TakeSamples = std::function<Result<std::vector<int64_t>>(const target::Plan& plan)>;

Result<measure::Timing> time_runs(const TakeSamples& take, const TimingOptions& options = {});
// Again while the error bar is over 2 %, up to four times in all: the steadiest.
Result<measure::Timing> time_steadily(const TakeSamples& take, const TimingOptions& options = {});

}  // namespace nw::runtime
