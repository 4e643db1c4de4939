// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "measure/statistics.h"

namespace nw::runtime {

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

// A run shorter than this is repeated inside one measurement, or the clock would dominate it.
constexpr double kShortest = 5e-6;
constexpr int kLeast = 5;
constexpr double kStable = 0.01;  // the median moved by less than 1 % when the number of runs doubled

}  // namespace

measure::Timing time_runs(const std::function<void()>& run, const TimingOptions& options) {
  const auto warm = Clock::now();
  run();
  const double first = seconds(Clock::now() - warm);
  int inner = 1;
  if (first < kShortest) inner = static_cast<int>(std::ceil(kShortest / std::max(first, 1e-8)));
  std::vector<double> times;
  const auto start = Clock::now();
  double last_median = 0;
  size_t next_check = kLeast;
  for (;;) {
    const auto begin = Clock::now();
    for (int i = 0; i < inner; ++i) run();
    times.push_back(seconds(Clock::now() - begin) / inner * 1e6);
    if (options.repeat > 0) {
      if (static_cast<int>(times.size()) >= options.repeat) break;
      continue;
    }
    const double spent = seconds(Clock::now() - start);
    if (times.size() >= kLeast && spent > options.budget_seconds) break;
    if (times.size() >= next_check) {
      const double median = measure::median(times);
      if (spent > options.budget_seconds / 5 && std::abs(median - last_median) < kStable * median) break;
      last_median = median;
      next_check *= 2;
    }
    if (spent > 20 * options.budget_seconds) break;  // a single run takes longer than all the patience there is
  }
  return measure::timing_of(times, inner);
}

measure::Timing time_steadily(const std::function<void()>& run, const TimingOptions& options) {
  constexpr int kMaxRounds = 4;
  constexpr double kSteady = 0.02;
  constexpr double kPatience = 5;  // a kernel of seconds is not timed again: its caller has a deadline
  const auto start = Clock::now();
  measure::Timing best = time_runs(run, options);
  for (int round = 1;
       round < kMaxRounds && measure::error_bar(best) > kSteady && seconds(Clock::now() - start) < kPatience; ++round) {
    const measure::Timing again = time_runs(run, options);
    if (measure::error_bar(again) < measure::error_bar(best)) best = again;
  }
  return best;
}

}  // namespace nw::runtime
