// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/trace_recorder.h"

namespace nw::execute {

void TraceRecorder::call(measure::KernelEntry entry, Clock::time_point begin, const std::vector<Argument>& tensors) {
  call_at(after(begin), std::move(entry), tensors);
}

void TraceRecorder::call_at(double begin, measure::KernelEntry entry, const std::vector<Argument>& tensors) {
  measure::Trace::Span span{std::move(entry), begin, {}};
  for (const Argument& tensor : tensors) span.sizes.push_back(to_string(std::vector{tensor}));
  trace_.spans.push_back(std::move(span));
}

void TraceRecorder::begin(measure::KernelEntry control) {
  open_.push_back({std::move(control), after(Clock::now()), {}});
}

void TraceRecorder::end() {
  measure::Trace::Span span = std::move(open_.back());
  open_.pop_back();
  span.entry.time = after(Clock::now()) - span.begin;
  trace_.spans.push_back(std::move(span));
}

void TraceRecorder::memory_at(double at, int64_t bytes) {
  if (trace_.memory.empty() || trace_.memory.back().bytes != bytes) trace_.memory.push_back({at, bytes});
}

}  // namespace nw::execute
