// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/measure.h"

#include <algorithm>
#include <optional>

#include "common/text.h"
#include "common/workbench.h"

namespace nw::views {

using workspace::StateId;

double error_bar(const measure::RunReport& report) {
  return report.time.median > 0 ? report.time.mad / report.time.median : 1;
}

Result<measure::RunReport> measured(const std::string& script, measure::RunRequest options,
                                    const target::WorkerOptions& worker) {
  constexpr int kMostRuns = 4;
  constexpr double kSteady = 0.02;
  Result<measure::RunReport> best = target::run_kernel(script, options, worker);
  options.verify = options.sample = false;
  for (int i = 1; i < kMostRuns && best.value && error_bar(*best) > kSteady && !worker.cancel.cancelled(); ++i) {
    Result<measure::RunReport> again = target::run_kernel(script, options, worker);
    if (!again.value || error_bar(*again) >= error_bar(*best)) continue;
    best->time = again->time;
    best->gflops = again->gflops;
  }
  return best;
}

SampledRun sampled_run(const std::string& script, measure::RunRequest options, const target::WorkerOptions& worker) {
  options.sample = true;
  SampledRun run{measured(script, options, worker), nullptr};
  if (!run.report.value || !run.report->profile) return run;
  const workspace::KernelPreview shown = workspace::preview(script);
  std::optional<workspace::KernelPreview> ran;
  if (!options.sizes.empty()) {
    workspace::PreviewOptions with_sizes;
    with_sizes.sizes = options.sizes;
    ran = workspace::preview(script, with_sizes);
  }
  workspace::NestHeat heat = workspace::nest_heat(shown, *run.report->profile, ran ? &*ran : nullptr);
  if (heat.total > 0) run.heat = std::make_shared<const workspace::NestHeat>(std::move(heat));
  return run;
}

target::WorkerOptions worker_options(const CancelToken& cancel, int seconds) {
  target::WorkerOptions worker;
  worker.cancel = cancel;
  worker.deadline_seconds = seconds;
  return worker;
}

workspace::Measurement measurement(const measure::RunReport& report, std::map<std::string, int64_t> sizes) {
  using Check = workspace::Measurement::Check;
  workspace::Measurement m{report.time.median, report.time.mad,  report.time.runs,
                           Check::Unchecked,   std::move(sizes), report.machine};
  if (report.verify && !(report.verify->ok && report.verify->only_nan()))
    m.check = report.verify->ok ? Check::Equal : Check::Different;
  return m;
}

BranchMeasuring::BranchMeasuring(Workbench* workbench, QString name, QObject* parent)
    : QObject(parent), workbench_(workbench), purpose_(std::move(name)) {
  connect(&workbench->jobs(), &Jobs::changed, this, [this] {
    if (running() && !workbench_->jobs().busy(purpose_)) stop();  // its job was ended by hand
  });
}

std::string script_at(const workspace::State& state, const std::string& task, const std::string& default_script) {
  const auto kernel = state.choices->kernels.find(task);
  if (kernel == state.choices->kernels.end()) return default_script;
  const auto active = kernel->second.scripts.find(kernel->second.active);
  return active == kernel->second.scripts.end() ? default_script : active->second;
}

void BranchMeasuring::start(const std::string& task, const std::string& default_script,
                            std::map<std::string, int64_t> sizes) {
  stop();
  const workspace::Document* document = workbench_->document();
  if (!document) return;
  task_ = task;
  sizes_ = std::move(sizes);
  done_ = 0;
  failed_.clear();
  const workspace::History& history = document->history();
  for (const StateId id : history.path(history.current().id)) {
    const workspace::State& state = history.state(id);
    if (history.measured(id, task, &sizes_, &workbench_->machine())) continue;
    std::string script = script_at(state, task, default_script);
    const auto same =
        std::find_if(waiting_.begin(), waiting_.end(), [&](const Task& other) { return other.script == script; });
    if (same != waiting_.end())
      same->states.push_back(id);
    else
      waiting_.push_back({{id}, std::move(script), state.label});
  }
  next();
}

void BranchMeasuring::stop() {
  if (waiting_.empty()) return;
  waiting_.clear();
  workbench_->jobs().cancel(purpose_);
  Q_EMIT changed();
}

std::vector<StateId> BranchMeasuring::waiting() const {
  std::vector<StateId> states;
  for (const Task& task : waiting_) states.insert(states.end(), task.states.begin(), task.states.end());
  return states;
}

void BranchMeasuring::next() {
  Q_EMIT changed();
  if (waiting_.empty()) return;
  const Task& task = waiting_.front();
  const QString label = task.label.empty() ? tr("the first state") : qs(task.label);
  const int all = done_ + static_cast<int>(waiting_.size());
  workbench_->jobs().run<SampledRun>(
      purpose_, tr("Measuring %1 of %2: %3").arg(done_ + 1).arg(all).arg(label), this,
      [script = task.script, sizes = sizes_, limit = workbench_->timeLimit(),
       threads = workbench_->target().compute.units](const CancelToken& cancel) {
        measure::RunRequest options;
        options.verify = true;
        options.threads = threads;
        options.sizes = sizes;
        return sampled_run(script, options, worker_options(cancel, limit));
      },
      [this](const SampledRun& run) { finished(run); });
  workbench_->jobs().setPart(purpose_, done_, all);
}

// A state whose script does not hold, or whose kernel fails, has no time; the next one is measured all the same.
void BranchMeasuring::finished(const SampledRun& run) {
  if (waiting_.empty() || !workbench_->document()) return;
  const Result<measure::RunReport>& report = run.report;
  if (run.heat) Q_EMIT sampled(waiting_.front().script, run.heat);
  workspace::History& history = workbench_->document()->history();
  if (report.value)
    for (const StateId state : waiting_.front().states)
      if (state.index() < history.states().size()) history.record(state, task_, measurement(*report, sizes_));
  if (!report.value && !report.diagnostics.empty())
    for (const StateId state : waiting_.front().states) failed_[state] = report.diagnostics.front();
  waiting_.pop_front();
  ++done_;
  next();
}

}  // namespace nw::views
