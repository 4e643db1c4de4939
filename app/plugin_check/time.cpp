// SPDX-License-Identifier: GPL-3.0-or-later
// Times and counters: whether runs are made as planned, and whether what is said of them can be.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "bench.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

using Times = std::vector<int64_t>;

constexpr int64_t kShort = 100;  // thousand additions, a tenth of a millisecond on processors of today

// long_sum on the device.
class TimedKernel {
 public:
  TimedKernel(Bench& bench, int64_t steps) : bench_(bench) {
    const CompiledKernel kernel = bench.compile(long_sum(steps));
    bench.open();
    const int64_t module = bench.load(kernel);
    std::vector<int64_t> buffers;
    for (const uint64_t count : {64U, 64U, 1U}) {
      buffers.push_back(bench.allocate(count * sizeof(float)));
      bench.get({{"do", "fill"}, {"buffer", buffers.back()}, {"byte", 0}, {"bytes", count * sizeof(float)}});
    }
    call_ = Bench::call(module, buffers, {});
  }
  json result(const json& plan) { return bench_.run(call_, plan); }
  Times times(const json& plan) { return result(plan).at("time_ns").get<Times>(); }

 private:
  Bench& bench_;
  json call_;
};

int64_t sum(const Times& times) {
  return std::accumulate(times.begin(), times.end(), int64_t{0});
}

void is_positive(Bench& bench) {
  const Times times = TimedKernel(bench, kShort).times({{"runs", 5}});
  for (const int64_t time : times)
    if (time <= 0) throw Failed{fmt::format("100,000 additions took {} ns", time), "more than 0"};
}

void takes_as_many_samples(Bench& bench) {
  TimedKernel kernel(bench, 1);
  for (const int runs : {1, 3, 12})
    if (const size_t seen = kernel.times({{"warmup", 2}, {"runs", runs}}).size(); seen != static_cast<size_t>(runs))
      throw Failed{fmt::format("a plan of {} runs gave {} times", runs, seen), std::to_string(runs)};
}

// The least of some samples, which other load of the machine disturbs least.
int64_t least(const Times& times) {
  if (times.empty()) throw Failed{"a run gave no time", "one a sample"};
  return *std::ranges::min_element(times);
}

void times_samples_as_a_whole(Bench& bench) {
  TimedKernel kernel(bench, kShort);
  constexpr int kRuns = 8, kAttempts = 3;
  double ratio = 0;
  for (int i = 0; i < kAttempts; ++i) {
    const int64_t one = least(kernel.times({{"warmup", 1}, {"runs", 5}}));
    const int64_t many = least(kernel.times({{"runs", 5}, {"runs_per_sample", kRuns}}));
    ratio = static_cast<double>(many) / static_cast<double>(std::max<int64_t>(one, 1));
    if (ratio >= kRuns / 2.0 && ratio <= kRuns * 2.0) return;
  }
  throw Failed{fmt::format("a sample of {} runs takes {:.2f} times as long as one of one run", kRuns, ratio),
               fmt::format("about {}", kRuns)};
}

void runs_as_long_as_planned(Bench& bench) {
  TimedKernel kernel(bench, kShort);
  constexpr int64_t kLeast = 20'000'000;
  if (const int64_t seen = sum(kernel.times({{"runs", 1}, {"least_ns", kLeast}})); seen < kLeast)
    throw Failed{fmt::format("with least_ns {} the times add up to {} ns", kLeast, seen), "as much at least"};
  constexpr int kMany = 50'000;
  constexpr int64_t kMost = 20'000'000;
  const size_t seen = kernel.times({{"runs", kMany}, {"most_ns", kMost}}).size();
  if (seen == 0 || seen >= kMany)
    throw Failed{fmt::format("with most_ns {} a plan of {} runs of 0.1 ms gave {} times", kMost, kMany, seen),
                 "some, and fewer"};
}

void is_no_more_than_passed(Bench& bench) {
  TimedKernel kernel(bench, kShort);
  const auto begin = Clock::now();
  const Times times = kernel.times({{"runs", 20}});
  const int64_t passed = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
  if (sum(times) > passed)
    throw Failed{fmt::format("the times of a request add up to {} ns, and it took {} ns", sum(times), passed),
                 "no more than it took"};
}

void grows_with_the_work(Bench& bench) {
  if (bench.known.facts->clock.kind == "emulated") throw Skipped{"the times are those of an emulator"};
  constexpr int kAttempts = 3;
  constexpr int64_t kTimes = 8;
  double ratio = 0;
  for (int i = 0; i < kAttempts; ++i) {
    bench.start_again();
    const int64_t little = least(TimedKernel(bench, kShort).times({{"warmup", 1}, {"runs", 9}}));
    bench.start_again();
    const int64_t much = least(TimedKernel(bench, kShort * kTimes).times({{"warmup", 1}, {"runs", 9}}));
    ratio = static_cast<double>(much) / static_cast<double>(std::max<int64_t>(little, 1));
    if (ratio >= 4 && ratio <= 16) return;
  }
  throw Failed{fmt::format("eight times the work takes {:.2f} times as long", ratio), "4 to 16 times"};
}

void counts_what_the_facts_name(Bench& bench) {
  const auto& counters = bench.known.facts->counters;
  if (counters.empty()) throw Skipped{"the facts name no counters"};
  json names = json::array();
  for (const TargetFacts::Counter& counter : counters) names.push_back(counter.name);
  TimedKernel kernel(bench, 1);
  const json one = kernel.result({{"runs", 1}, {"counters", names}}).value("counters", json::object());
  const json two = kernel.result({{"runs", 1}, {"counters", names}}).value("counters", json::object());
  for (const TargetFacts::Counter& counter : counters) {
    if (!one.contains(counter.name) || !two.contains(counter.name))
      throw Failed{"counter '" + counter.name + "' has no value", "one, as the facts name it"};
    if (counter.exact && one.at(counter.name) != two.at(counter.name))
      throw Failed{fmt::format("the exact counter '{}' gave {} and {} for the same run", counter.name,
                               one.at(counter.name).dump(), two.at(counter.name).dump()),
                   "the same twice"};
  }
}

}  // namespace

Checks time_checks() {
  return {{"time.positive", "run.once", is_positive},
          {"time.runs", "time.positive", takes_as_many_samples},
          {"time.samples", "time.runs", times_samples_as_a_whole},
          {"time.limits", "time.runs", runs_as_long_as_planned},
          {"time.passed", "time.positive", is_no_more_than_passed},
          {"time.grows", "time.positive", grows_with_the_work},
          {"time.counters", "run.once", counts_what_the_facts_name}};
}

}  // namespace nw::plugin_check
