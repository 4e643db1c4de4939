// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "measure/statistics.h"
#include "target/session_diagnostics.h"

namespace nw::runtime {

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

// A run shorter than this is repeated inside one sample, or the clock would dominate it.
constexpr double kShortest = 5e-6;
constexpr size_t kLeast = 5;
constexpr size_t kMaxSamples = 20'000;  // of one request: their times fit into one frame
constexpr double kStable = 0.01;        // the median moved by less than 1 % when the number of samples doubled
constexpr double kRepeated = 0.1;       // seconds of a run that is timed again before it is called too slow
constexpr double kWarm = 1e-3;          // after a pause a shorter run finds its caches cold and its threads asleep

class Timer {
 public:
  Timer(const TakeSamples& take, const TimingOptions& options) : take_(take), options_(options) {}

  Result<measure::Timing> time() {
    target::Plan first;
    first.threads = options_.threads;
    first.cold_from = options_.cold_from;
    const Result<std::vector<int64_t>> warm = some(first);
    if (!warm.ok()) return warm.diagnostics;
    const double once = static_cast<double>(warm->front()) * 1e-9;
    if (options_.slowest_us > 0 && once * 1e6 > options_.slowest_us) {
      // Something else may have held it up.
      const Result<std::vector<int64_t>> again = once < kRepeated ? some(first) : warm;
      if (!again.ok()) return again.diagnostics;
      const double twice = std::min(once, static_cast<double>(again->front()) * 1e-9);
      if (twice * 1e6 > options_.slowest_us) return measure::timing_of({twice * 1e6}, 1);
    }
    plan_ = first;
    if (once < kShortest && !options_.single && options_.cold_from == 0)
      plan_.runs_per_sample = static_cast<int>(std::ceil(kShortest / std::max(once, 1e-8)));
    plan_.warmup = once < kWarm ? 1 : 0;
    start_ = Clock::now();
    for (size_t goal = options_.repeat > 0 ? static_cast<size_t>(options_.repeat) : kLeast;;) {
      if (Diagnostics failed = take_to(goal); !failed.empty()) return failed;
      if (times_.size() >= goal && options_.repeat > 0) break;
      if (options_.repeat == 0 && is_enough(goal)) break;
    }
    // So many samples as were asked for are so many runs, although a short one is repeated within each.
    return measure::timing_of(times_, options_.repeat > 0 ? 1 : plan_.runs_per_sample);
  }

 private:
  // At least one sample, whatever the other side sends.
  Result<std::vector<int64_t>> some(const target::Plan& plan) const {
    Result<std::vector<int64_t>> samples = take_(plan);
    if (samples.ok() && samples->empty()) return target::refused_there("run", "it took no sample");
    return samples;
  }

  // Up to `goal` samples in all, or one request's worth of them.
  Diagnostics take_to(size_t goal) {
    plan_.runs = static_cast<int>(std::min(goal - times_.size(), kMaxSamples));
    if (options_.repeat == 0) {
      const double left = (times_.size() < kLeast ? 20 : 1) * options_.budget_seconds - seconds(Clock::now() - start_);
      plan_.most_ns = std::max<int64_t>(static_cast<int64_t>(left * 1e9), 1);
    }
    const Result<std::vector<int64_t>> samples = some(plan_);
    if (!samples.ok()) return samples.diagnostics;
    for (const int64_t sample : *samples) times_.push_back(static_cast<double>(sample) / plan_.runs_per_sample * 1e-3);
    return {};
  }

  // Where the median is not yet known to hold still, `goal` becomes twice as many samples.
  bool is_enough(size_t& goal) {
    const double spent = seconds(Clock::now() - start_);
    if (spent > 20 * options_.budget_seconds) return !times_.empty();  // one run takes longer than all the patience
    if (times_.size() >= kLeast && spent > options_.budget_seconds) return true;
    if (times_.size() < goal) return false;
    const double median = measure::median(times_);
    if (!options_.whole_budget && spent > options_.budget_seconds / 5 &&
        std::abs(median - last_median_) < kStable * median)
      return true;
    last_median_ = median;
    goal *= 2;
    return false;
  }

  const TakeSamples& take_;
  const TimingOptions& options_;
  target::Plan plan_;
  Clock::time_point start_;
  std::vector<double> times_;  // microseconds a run
  double last_median_ = 0;
};

}  // namespace

Result<measure::Timing> time_runs(const TakeSamples& take, const TimingOptions& options) {
  return Timer(take, options).time();
}

Result<measure::Timing> time_steadily(const TakeSamples& take, const TimingOptions& options) {
  constexpr int kMaxRounds = 4;
  constexpr double kSteady = 0.02;
  constexpr double kPatience = 5;  // a kernel of seconds is not timed again: its caller has a deadline
  const auto start = Clock::now();
  Result<measure::Timing> best = time_runs(take, options);
  for (int round = 1; best.ok() && round < kMaxRounds && measure::error_bar(*best) > kSteady &&
                      seconds(Clock::now() - start) < kPatience;
       ++round) {
    const Result<measure::Timing> again = time_runs(take, options);
    if (!again.ok()) return again;
    if (measure::error_bar(*again) < measure::error_bar(*best)) best = again;
  }
  return best;
}

}  // namespace nw::runtime
