// SPDX-License-Identifier: GPL-3.0-or-later
// bench run: where the time of a run goes, in a session that lives on: a new kernel each time, on one target.
#include "bench_run.h"

#include <fmt/format.h>

#include <chrono>

#include "connections.h"
#include "kernel/worker_kernel.h"
#include "measure/statistics.h"
#include "worker/kernel.h"
#include "worker/protocol.h"

namespace nw::cli {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

// The parts of `spent_ms` and the whole, as the client sees it; one row a run.
using Row = std::map<std::string, double>;

Row row_of(const measure::RunReport& report, double total) {
  Row row;
  const nlohmann::json json = worker::to_json(report);
  for (const auto& [part, value] : json.at("spent_ms").items()) row[part] = value;
  row["total"] = total;
  // What is neither LLVM's nor the kernel's own: the way there and back.
  row["path"] = total - row["compile"] - row["link"] - row["run"];
  return row;
}

}  // namespace

Outcome bench_run(const BenchRunArguments& a) {
  Outcome outcome;
  outcome.file = a.script.path;
  const std::optional<std::string> text = open_script(a.script, outcome);
  if (!text) return outcome;
  worker::WorkerOptions worker;
  worker.living = std::make_shared<worker::LivingWorker>();
  measure::RunRequest request;
  request.repeat = 1;
  if (a.target != "cpu") {
    Result<target::Connection> connection = read_connection(a.target);
    append(outcome.diagnostics, std::move(connection.diagnostics));
    if (!connection.value) return outcome;
    worker.connection = std::move(*connection.value);
  }
  std::map<std::string, std::vector<double>> parts;
  for (int i = 0; i <= a.repeat; ++i) {
    // Another text each time, so that nothing that was made before fits.
    const kernel::KernelAnalysis kernel = kernel::analyse(*text + "# " + std::to_string(i) + "\n");
    const auto start = Clock::now();
    const Result<measure::RunReport> report = kernel::run(kernel, request, worker);
    const double total = milliseconds(Clock::now() - start);
    if (!report.ok()) {
      append(outcome.diagnostics, report.diagnostics);
      return outcome;
    }
    if (i == 0) {
      outcome.json["first_ms"] = total;  // starts the worker and the runner
      continue;
    }
    for (const auto& [part, value] : row_of(*report, total)) parts[part].push_back(value);
  }
  outcome.text = fmt::format("first    {:10.2f} ms, starts the processes\n", outcome.json["first_ms"].get<double>());
  for (const auto& [part, values] : parts) {
    const double median = measure::median(values);
    outcome.json["spent_ms"][part] = median;
    outcome.text += fmt::format("{:<8} median {:8.2f} ms\n", part, median);
  }
  return outcome;
}

}  // namespace nw::cli
