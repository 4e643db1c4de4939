// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a kernel by a plan of nestwright/target.h: warm-up, timed samples, counters, and where its time goes.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cpu/counters.h"
#include "cpu/image.h"
#include "cpu/problem.h"
#include "cpu/thread_pool.h"

namespace nw::cpu {

inline constexpr size_t kMaxSamples = 10'000;  // more are not taken, whatever the plan says

// One kernel with its arguments.
struct Work {
  std::function<int()> run;          // what the kernel returned
  std::function<bool()> stop_asked;  // looked at between samples
  std::function<void()> cool = {};   // takes arguments out of the caches; null: nothing can
};

struct Times {
  std::vector<int64_t> samples;  // nanoseconds of each as a whole
  int kernel_status = 0;         // not 0: what ended the runs
};

// NWT_CANCELLED where a stop was asked for.
Outcome<Times> run_by_plan(const Work& work, const nwt_plan& plan);

// The counters of one more run by name; NWT_UNSUPPORTED where one of the plan is not there.
Outcome<std::map<std::string, int64_t>> count_by_plan(const Work& work, const nwt_plan& plan, const Counters& counters);

// JSON as nwt_target.run puts it as "samples": the kernel runs on for up to two seconds while its threads are sampled.
// Empty where the system gives no timers.
Outcome<std::string> sample_places(const Work& work, const Image& image, KernelRuntime& runtime, int threads);

}  // namespace nw::cpu
