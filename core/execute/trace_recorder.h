// SPDX-License-Identifier: GPL-3.0-or-later
// Writes down what one run of a network does and when.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "execute/network_kernels.h"
#include "measure/trace.h"

namespace nw::execute {

class TraceRecorder {
 public:
  using Clock = std::chrono::steady_clock;

  // A call that began at `begin` and took `entry.time`.
  void call(measure::KernelEntry entry, Clock::time_point begin, const std::vector<Argument>& tensors);
  // The same, with microseconds after the run began.
  void call_at(double begin, measure::KernelEntry entry, const std::vector<Argument>& tensors);
  // What is recorded until end() lies within it.
  void begin(measure::KernelEntry control);
  void end();
  // Bytes of values in use from now on; equal ones in a row are written down once.
  void memory(int64_t bytes) { memory_at(after(Clock::now()), bytes); }
  void memory_at(double at, int64_t bytes);

  measure::Trace take() { return std::move(trace_); }

 private:
  double after(Clock::time_point time) const {
    return std::chrono::duration<double, std::micro>(time - start_).count();
  }

  const Clock::time_point start_ = Clock::now();
  measure::Trace trace_;
  std::vector<measure::Trace::Span> open_;
};

}  // namespace nw::execute
