// SPDX-License-Identifier: GPL-3.0-or-later
// Measures candidates: compiles and runs each in the confined processes of the worker, compares its numbers with the
// reference before it is timed, and stops early what is clearly slower than the best.
#pragma once

#include <optional>

#include "measure/report.h"
#include "tune/candidate.h"
#include "worker/kernel.h"

namespace nw::tune {

struct MeasureOptions {
  int threads = 1;
  double deadline_seconds = 10;  // of one candidate, compiled and run
  worker::WorkerOptions worker;  // its deadline is not used
};

struct Spent {  // seconds
  double search = 0, compile = 0, measure = 0, verify = 0;
};

// Lost: the runner is not reached any more; nothing is known of the candidate.
enum class Failure : uint8_t { None, Compile, Crashed, Late, Wrong, Memory, Stopped, Lost };

struct Measurement {
  std::optional<measure::Timing> time;
  std::optional<measure::VerifyReport> verify;
  Failure failure = Failure::None;
  Diagnostics diagnostics;
  Spent spent;
  bool stopped_early = false;  // it was slower than the limit: one run was timed
};

class Measurer {
 public:
  Measurer(const TunedKernel& kernel, MeasureOptions options);

  // Ends the measurement under way, and those that follow, when it is cancelled.
  void set_cancel(const CancelToken& cancel) { options_.worker.cancel = cancel; }

  // `slowest_us`: a candidate that takes longer is timed once; 0: no limit. `seconds`: for which it is timed at most.
  Measurement measure(const std::vector<schedule::Step>& steps, const std::string& nest_hash, double slowest_us = 0,
                      double seconds = 0.1);
  // What the kernel's search starts from: its script, or what a network runs in its place. Compared with the reference
  // where `verify`.
  Measurement measure_start(double slowest_us, double seconds, bool verify);

 private:
  Measurement run(const std::string& script, const std::string& nest_hash, const measure::RunRequest& request);

  const TunedKernel& kernel_;
  MeasureOptions options_;
};

}  // namespace nw::tune
