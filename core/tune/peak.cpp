// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/peak.h"

#include <algorithm>

namespace nw::tune {

void improve_peaks(worker::Peaks& peaks, const TargetFacts& machine, int threads, bool memory,
                   const worker::WorkerOptions& worker) {
  constexpr double kSeconds = 0.3;  // runs of about a millisecond: enough of them to meet an undisturbed one
  peaks.threads = threads;
  if (memory)
    if (const Result<worker::Peaks> once = worker::measure_peaks(machine, threads, worker); once.value) {
      peaks.gflops = std::max(peaks.gflops, once->gflops);
      peaks.gigabytes = std::max(peaks.gigabytes, once->gigabytes);
    }
  measure::RunRequest request;
  request.threads = threads;
  request.seconds = kSeconds;
  const Result<measure::RunReport> report =
      worker::run_kernel({worker::peak_flops_script(machine, threads)}, request, worker);
  if (report.value && report->time.min > 0)
    peaks.gflops = std::max(peaks.gflops, report->flops / report->time.min * 1e-3);
}

}  // namespace nw::tune
