// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/measurer.h"

#include <algorithm>
#include <chrono>

namespace nw::tune {

namespace {

struct FailureCode {
  const char* code;
  Failure failure;
};

// What the diagnostics of a run mean for a search. Those that are not listed are refusals by the compiler.
constexpr FailureCode kFailures[] = {
    {"NW4113", Failure::Wrong},   {"NW4121", Failure::Crashed}, {"NW9104", Failure::Crashed},
    {"NW4122", Failure::Late},    {"NW4112", Failure::Memory},  {"NW4115", Failure::Memory},
    {"NW4212", Failure::Memory},  {"NW4124", Failure::Stopped}, {"NW4119", Failure::Wrong},
    {"NW4204", Failure::Crashed}, {"NW4205", Failure::Lost},    {"NW4206", Failure::Lost},
    {"NW4208", Failure::Lost},    {"NW4210", Failure::Lost},    {"NW4211", Failure::Lost}};

Failure failure_of(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics) {
    if (d.severity != Severity::Error) continue;
    const auto known = std::ranges::find_if(kFailures, [&](const FailureCode& row) { return d.code == row.code; });
    return known == std::end(kFailures) ? Failure::Compile : known->failure;
  }
  return Failure::None;
}

}  // namespace

Measurer::Measurer(const TunedKernel& kernel, MeasureOptions options) : kernel_(kernel), options_(std::move(options)) {
  if (!options_.worker.living) options_.worker.living = std::make_shared<worker::LivingWorker>();
  options_.worker.deadline_seconds = options_.deadline_seconds;
}

Measurement Measurer::measure(const std::vector<schedule::Step>& steps, const std::string& nest_hash, double slowest_us,
                              double seconds) {
  measure::RunRequest request;
  request.seconds = seconds;
  request.slowest_us = slowest_us;
  request.verify = true;
  request.reference = kernel_.computation;
  return run(script_of(kernel_, steps), nest_hash, request);
}

Measurement Measurer::measure_start(double slowest_us, double seconds, bool verify) {
  measure::RunRequest request;
  request.seconds = seconds;
  request.slowest_us = slowest_us;
  request.verify = verify;
  request.reference = kernel_.computation;
  request.sizes = kernel_.sizes;
  return run(kernel_.text, {}, request);
}

Measurement Measurer::run(const std::string& script, const std::string& nest_hash, const measure::RunRequest& given) {
  measure::RunRequest request = given;
  request.threads = options_.threads;
  // What is computed before it is near; its weights are not.
  request.cold_from = kernel_.in_network ? 1 : 0;
  const auto start = std::chrono::steady_clock::now();
  Result<measure::RunReport> report = worker::run_kernel({script, nest_hash}, request, options_.worker);
  const double total = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  Measurement result;
  result.diagnostics = std::move(report.diagnostics);
  result.failure = failure_of(result.diagnostics);
  result.spent.measure = total;
  if (!report.value) return result;
  constexpr double kMilli = 1e-3;
  result.spent.compile = (report->spent.compile + report->spent.link) * kMilli;
  result.spent.verify = report->spent.verify * kMilli;
  result.spent.measure = std::max(0.0, total - result.spent.compile - result.spent.verify);
  result.verify = report->verify;
  if (result.failure != Failure::None) return result;
  result.time = report->time;
  result.stopped_early = request.slowest_us > 0 && report->time.runs == 1 && report->time.min > request.slowest_us;
  return result;
}

}  // namespace nw::tune
