// SPDX-License-Identifier: GPL-3.0-or-later
#include "execute/network_calls.h"

namespace nw::execute {

measure::KernelEntry NetworkCalls::entry(const GroupCall& call) const {
  if (!call.by_reference()) return entry_of_kernel(graph_, run_.shown(*call.group), call.task, call.kernel);
  measure::KernelEntry entry = entry_of_operator(graph_, call.group->root, call.group->id);
  for (const Value& result : call.arguments) entry.bytes += static_cast<int64_t>(result.bytes());
  return entry;
}

Diagnostics NetworkCalls::trace(int threads, TraceRecorder& into) {
  target::Plan once;
  once.threads = threads;
  const Result<std::vector<std::vector<int64_t>>> times = run(once);
  if (!times.ok()) return times.diagnostics;
  double now = 0;  // microseconds
  int64_t alive = 0;
  size_t next = 0;
  for (size_t step = 0; step < plan_.groups.size(); ++step) {
    for (const model::PlannedValue& value : plan_.values)
      if (value.first == step && value.offset &&
          (value.sharing == model::Sharing::None || value.sharing == model::Sharing::Part))
        alive += value.bytes;
    into.memory_at(now, alive);
    if (next < calls_.size() && calls_[next].step == step) {
      const GroupCall& call = calls_[next];
      measure::KernelEntry ran = entry(call);
      if (!(*times)[next].empty()) ran.time = static_cast<double>((*times)[next].front()) * 1e-3;
      const double begin = now;
      now += ran.time;
      std::vector<Argument> tensors;
      for (const Value& value : call.arguments) tensors.push_back({value.dtype, value.shape});
      into.call_at(begin, std::move(ran), tensors);
      ++next;
    }
    for (const size_t freed : plan_.freed[step]) alive -= plan_.values[freed].bytes;
    into.memory_at(now, alive);
  }
  return {};
}

}  // namespace nw::execute
