// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/measuring.h"

#include <algorithm>
#include <optional>

#include "kernel/worker_kernel.h"
#include "workspace/document.h"

namespace nw::workspace {

SampledRun sampled_run(const kernel::KernelPreview& shown, measure::RunRequest request,
                       const worker::WorkerOptions& worker) {
  std::optional<kernel::KernelPreview> ran;
  if (!request.sizes.empty()) {
    kernel::PreviewOptions with_sizes;
    with_sizes.sizes = request.sizes;
    with_sizes.target = shown.target;
    ran = kernel::preview(shown.text, with_sizes);
  }
  request.sample = request.steady = true;
  request.assembly = !ran;
  SampledRun run{kernel::run(ran ? *ran : shown, request, worker), nullptr, {}};
  if (!run.report.value) return run;
  if (run.report->assembly) run.assembly = kernel::assembly_lines(shown, *run.report->assembly);
  if (!run.report->profile) return run;
  kernel::NestHeat heat = kernel::nest_heat(shown, *run.report->profile, ran ? &*ran : nullptr);
  if (heat.total > 0) run.heat = std::make_shared<const kernel::NestHeat>(std::move(heat));
  return run;
}

SampledRun sampled_run(const std::string& script, const std::shared_ptr<const TargetFacts>& rules,
                       const measure::RunRequest& request, const worker::WorkerOptions& worker) {
  kernel::PreviewOptions options;
  options.target = rules;
  return sampled_run(kernel::preview(script, options), request, worker);
}

Measurement measurement(const measure::RunReport& report, std::map<std::string, int64_t> sizes) {
  using Check = Measurement::Check;
  Measurement m{report.time.median, report.time.mad, report.time.runs, Check::Unchecked,
                std::move(sizes),   report.machine,  report.counters,  report.time.min};
  if (report.verify && !(report.verify->ok && report.verify->only_nan()))
    m.check = report.verify->ok ? Check::Equal : Check::Different;
  return m;
}

BranchRuns::BranchRuns(const History& history, StateId end, std::string task, const std::string& default_script,
                       std::map<std::string, int64_t> sizes, const measure::Machine& machine)
    : task_(std::move(task)), sizes_(std::move(sizes)) {
  for (const StateId id : history.path(end)) {
    if (history.measured(id, task_, &sizes_, &machine)) continue;
    const State& state = history.state(id);
    std::string script = script_at(state, task_, default_script);
    const auto same = std::ranges::find(waiting_, script, &Run::script);
    if (same != waiting_.end())
      same->states.push_back(id);
    else
      waiting_.push_back({{id}, std::move(script), state.label});
  }
}

std::vector<StateId> BranchRuns::waiting_states() const {
  std::vector<StateId> states;
  for (const Run& run : waiting_) states.insert(states.end(), run.states.begin(), run.states.end());
  return states;
}

measure::RunRequest BranchRuns::request(int threads) const {
  measure::RunRequest request;
  request.verify = true;
  request.steady = true;
  request.threads = threads;
  request.sizes = sizes_;
  return request;
}

void BranchRuns::finish(const Result<measure::RunReport>& report, Document& document) {
  if (report.value) document.record(waiting_.front().states, task_, measurement(*report, sizes_));
  if (!report.value && !report.diagnostics.empty())
    for (const StateId state : waiting_.front().states) failed_[state] = report.diagnostics.front();
  waiting_.pop_front();
  ++done_;
}

Result<StateId> find_state(const History& history, int number) {
  const auto found = std::ranges::find(history.states(), number, [](const State& state) { return state.id.value; });
  if (found != history.states().end()) return found->id;
  Diagnostic d;
  d.code = "NW1055";
  d.message = "the history has no state " + std::to_string(number) + "; they are numbered from 0 to " +
              std::to_string(history.states().size() - 1);
  return d;
}

}  // namespace nw::workspace
