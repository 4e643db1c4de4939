// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/runs.h"

#include <algorithm>
#include <chrono>

namespace nw::cpu {

namespace {

using Clock = std::chrono::steady_clock;

Problem stopped() {
  return {NWT_CANCELLED, "the runs were stopped"};
}

int64_t nanoseconds(Clock::duration time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

bool enough(const Times& times, int64_t total_ns, Clock::time_point begin, const nwt_plan& plan) {
  if (times.samples.size() >= kMaxSamples) return true;
  if (!times.samples.empty() && plan.most_ns > 0 && nanoseconds(Clock::now() - begin) >= plan.most_ns) return true;
  return static_cast<int64_t>(times.samples.size()) >= plan.runs && total_ns >= plan.least_ns;
}

}  // namespace

Outcome<Times> run_by_plan(const Work& work, const nwt_plan& plan) {
  Times times;
  times.samples.reserve(std::min(static_cast<size_t>(std::max(plan.runs, 1)), kMaxSamples));
  for (int32_t i = 0; i < plan.warmup; ++i) {
    if (work.stop_asked()) return stopped();
    if ((times.kernel_status = work.run()) != 0) return times;
  }
  const int32_t inner = std::max(plan.runs_per_sample, 1);
  const auto begin = Clock::now();
  for (int64_t total = 0; !enough(times, total, begin, plan);) {
    if (work.stop_asked()) return stopped();
    if (work.cool && NWT_HAS(&plan, nwt_plan, cold_from)) work.cool();
    const auto from = Clock::now();
    for (int32_t i = 0; i < inner; ++i)
      if ((times.kernel_status = work.run()) != 0) return times;
    times.samples.push_back(nanoseconds(Clock::now() - from));
    total += times.samples.back();
  }
  return times;
}

Outcome<std::map<std::string, int64_t>> count_by_plan(const Work& work, const nwt_plan& plan,
                                                      const Counters& counters) {
  std::map<std::string, int64_t> found;
  if (plan.counter_count == 0) return found;
  const std::optional<Counts> counts = counters.count([&] { work.run(); });
  for (size_t i = 0; i < plan.counter_count; ++i) {
    const std::string name(plan.counters[i].data, plan.counters[i].size);
    const auto* known = std::ranges::find(kCounterNames, name);
    if (!counts || known == kCounterNames.end())
      return Problem{NWT_UNSUPPORTED, "there is no counter '" + name + "' on this processor"};
    found[name] = (*counts)[static_cast<size_t>(known - kCounterNames.begin())];
  }
  return found;
}

}  // namespace nw::cpu
