// SPDX-License-Identifier: GPL-3.0-or-later
// `measure PROJECT --group ID`: the states of a kernel's history are run, and their times are kept in the project.
#include <fmt/format.h>

#include "base/local_cpu.h"
#include "commands.h"
#include "kernel/worker_kernel.h"
#include "model_options.h"
#include "op/registry.h"
#include "settings.h"
#include "workspace/document.h"
#include "workspace/measuring.h"

namespace nw::cli {

namespace {

struct MeasureArguments {
  std::string project;
  bool outside = false;
  int group = -1, threads = 0;
  std::optional<int> branch;
  std::vector<std::string> sets;
  double deadline = 60;  // seconds a kernel
};

Diagnostic no_project(const std::string& path) {
  Diagnostic d;
  d.code = "NW1051";
  d.message = "'" + path + "' is not a project: measured times are kept in a project (.nest)";
  return d;
}

// The kernel's states on the way to `end`, with what is known of each on that machine.
void show(const workspace::History& history, workspace::StateId end, const std::string& task,
          const workspace::BranchRuns& runs, const std::map<std::string, int64_t>& sizes,
          const measure::Machine& machine, Outcome& outcome) {
  for (const workspace::StateId id : history.path(end)) {
    const workspace::State& state = history.state(id);
    const std::string step = state.parent.valid() ? state.label : "as opened";
    nlohmann::json entry = {{"id", id.value},
                            {"parent", state.parent.valid() ? nlohmann::json(state.parent.value) : nullptr},
                            {"step", step},
                            {"time_us", nullptr},
                            {"error", nullptr}};
    std::string result;
    if (const auto failed = runs.failed().find(id); failed != runs.failed().end()) {
      entry["error"] = result = failed->second.message;
    } else if (const auto* time = history.measured(id, task, &sizes, &machine)) {
      const bool wrong = time->check == workspace::Measurement::Check::Different;
      entry["time_us"] = time->median_us;
      entry["mad_us"] = time->mad_us;
      if (wrong) entry["error"] = "the numbers are wrong";
      result = fmt::format("{:.3f} us ± {:.3f}{}", time->median_us, time->mad_us, wrong ? "  WRONG" : "");
    }
    outcome.text += fmt::format("{:>4}  {:<32} {}\n", id.value, step, result);
    outcome.json["states"].push_back(std::move(entry));
  }
}

Outcome measure_branch(const MeasureArguments& a) {
  Outcome outcome;
  outcome.file = a.project;
  outcome.json["states"] = nlohmann::json::array();
  std::map<std::string, int64_t> sizes;
  if (!read_sizes("--set", a.sets, sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return outcome;
  }
  if (!is_project(a.project)) {
    outcome.diagnostics.push_back(no_project(a.project));
    return outcome;
  }
  workspace::Opened opened = workspace::open(a.project, {}, [&a](const std::string&) { return a.outside; });
  workspace::Document document(std::move(opened));
  outcome.diagnostics = document.diagnostics();
  if (!document.model()) return outcome;
  const graph::Graph& graph = document.model()->optimized();
  auto [options, missing] =
      workspace::fusion_options(document.choices().fusion, graph, op::registry_of(graph).traits());
  append(outcome.diagnostics, std::move(missing));
  const TargetFacts target = local_cpu_facts();
  const Result<model::GroupKernel> kernel =
      model::group_kernel(graph, model::fuse(*document.model(), options), GroupId(a.group), target);
  append(outcome.diagnostics, kernel.diagnostics);
  if (!kernel.value) return outcome;
  const workspace::History& history = document.history();
  const Result<workspace::StateId> end = a.branch ? workspace::find_state(history, *a.branch) : history.current().id;
  append(outcome.diagnostics, end.diagnostics);
  if (!end.value) return outcome;

  const int threads = a.threads > 0 ? a.threads : target.compute.units;
  const measure::Machine machine = measure::machine_of(target, threads);
  workspace::BranchRuns runs(history, *end, kernel->task_key, kernel->script, sizes, machine);
  worker::WorkerOptions worker;
  worker.deadline_seconds = a.deadline;
  while (!runs.waiting().empty())
    runs.finish(kernel::run(kernel::analyse(runs.waiting().front().script, {sizes}), runs.request(threads), worker),
                document);
  if (runs.done() > static_cast<int>(runs.failed().size())) append(outcome.diagnostics, document.save(a.project));
  show(history, *end, kernel->task_key, runs, sizes, machine, outcome);
  return outcome;
}

}  // namespace

Run add_measure(CLI::App& app) {
  auto a = std::make_shared<MeasureArguments>();
  app.add_option("PROJECT", a->project, "a project (.nest); the times are written into it")->required();
  app.add_option("--group", a->group, "the group's number, as `fuse` gives it")->required();
  app.add_option("--branch", a->branch, "the state whose branch is measured, by its number (default: the present one)");
  app.add_option("--threads", a->threads, "threads for parallel loops (default: all cores)")
      ->check(CLI::Range(1, 1024));
  app.add_option("--set", a->sets, "the value of a symbolic size, as n=1024")->take_all();
  app.add_option("--deadline", a->deadline, "seconds after which a kernel is stopped")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_flag("--outside", a->outside, "read the model also where it is outside of the project's folder");
  return [a] { return measure_branch(*a); };
}

}  // namespace nw::cli
