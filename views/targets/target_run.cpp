// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/target_run.h"

#include <utility>

#include "base/local_cpu.h"
#include "common/active_target.h"
#include "cost/peak.h"
#include "kernel/worker_kernel.h"
#include "target/probe.h"

namespace nw::views {

namespace {

void read_code(TargetRun& run, const kernel::KernelPreview& shown) {
  const measure::RunReport& report = *run.report;
  if (report.assembly) run.assembly = kernel::assembly_lines(shown, *report.assembly);
  if (!report.profile) return;
  kernel::NestHeat heat = kernel::nest_heat(shown, *report.profile);
  if (heat.total > 0) run.heat = std::make_shared<const kernel::NestHeat>(std::move(heat));
}

}  // namespace

TargetRun run_on(TargetRun run, std::optional<target::Connection> to, const KernelToMeasure& kernel,
                 worker::WorkerOptions worker) {
  const auto failed = [&run](Diagnostics why) {
    run.state = TargetRun::State::Failed;
    run.problems = std::move(why);
    return run;
  };
  ActiveTarget target = local_cpu_facts();
  if (to) {
    Result<target::Connection> known =
        to->facts_known ? Result<target::Connection>(*to) : target::with_facts(*to, worker.cancel);
    if (!known.value) return failed(known.diagnostics);
    target = ActiveTarget(std::move(*known));
  }
  worker.connection = target.connection;
  kernel::PreviewOptions options;
  options.sizes = kernel.sizes;
  options.target = target.rules;
  options.cancel = worker.cancel;
  measure::RunRequest request;
  request.sizes = kernel.sizes;
  request.verify = request.steady = request.assembly = request.sample = true;
  request.threads = target.facts.compute.units;
  const kernel::KernelPreview shown = kernel::preview(kernel.script, options);
  Result<measure::RunReport> report = kernel::run(shown, request, worker);
  if (!report.value) return failed(report.diagnostics);
  run.state = TargetRun::State::Done;
  run.problems = std::move(report.diagnostics);
  run.report = std::move(*report);
  if (!run.report->outputs.empty())
    run.peak = cost::peak_gflops(target.facts, run.report->outputs.front().dtype.bytes());
  read_code(run, shown);
  return run;
}

}  // namespace nw::views
