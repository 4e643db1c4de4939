// SPDX-License-Identifier: GPL-3.0-or-later
// `apply RECORDS TARGET`: the best recorded schedule of each task in a script, a model or a project.
#include "tune/apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/local_cpu.h"
#include "commands.h"
#include "model/network_form.h"
#include "model_options.h"
#include "settings.h"
#include "tune/diagnostics.h"
#include "tune_files.h"

namespace nw::cli {

namespace {

struct ApplyArguments {
  std::string records, target, output;
  std::vector<std::string> sets;
  ModelOptions model;
  int threads = 1;
};

struct Kernels {
  std::vector<tune::TunedKernel> all;  // those of a task one after the other
  tune::TunedTasks applied;
};

void read_tasks(const ApplyArguments& a, Kernels& kernels, Outcome& outcome) {
  ModelOptions options = a.model;
  options.path = a.target;
  const auto model = open_model(options, outcome.diagnostics);
  if (!model) return;
  const std::optional<fusion::Fusion> fused = fuse_model(*model, options, outcome);
  if (!fused) return;
  const fusion::Fusion& fusion = *fused;
  const graph::Graph& graph = model->optimized();
  const TargetFacts machine = local_cpu_facts();
  const model::NetworkForm form = model::network_form(graph, fusion, machine);
  for (const model::Task& task : model::tasks(graph, fusion)) {
    if (task.status != model::TaskStatus::Ready || !task.symbols.empty()) continue;
    const auto add = [&](const Result<model::GroupKernel>& kernel) {
      if (!kernel.ok()) return;
      Result<tune::TunedKernel> read = tune::read_kernel(kernel->script, {}, task.key);
      const bool same = read.value && !kernels.all.empty() && kernels.all.back().key == task.key &&
                        kernels.all.back().computation == read->computation;
      if (read.value && !same) kernels.all.push_back(std::move(*read));
    };
    add(model::network_kernel(graph, form, task, machine));
    // Over values as the graph has them: for records of the kernel by itself, and of other tools.
    add(model::group_kernel(graph, fusion, task.groups.front(), machine));
  }
}

bool read_target_script(const ApplyArguments& a, Kernels& kernels, Outcome& outcome) {
  std::map<std::string, int64_t> sizes;
  const std::optional<std::string> text = read_script({a.target, {}}, a.sets, sizes, outcome);
  if (!text) return false;
  Result<tune::TunedKernel> kernel = tune::read_kernel(*text, sizes);
  append(outcome.diagnostics, std::move(kernel.diagnostics));
  if (kernel.value) kernels.all.push_back(std::move(*kernel));
  return kernel.value.has_value();
}

Outcome apply(const ApplyArguments& a) {
  Outcome outcome;
  outcome.file = a.target;
  outcome.json["tasks"] = nlohmann::json::array();
  const bool script = a.target.ends_with(".py");
  const std::string output = a.output.empty() && is_project(a.target) ? a.target : a.output;
  if (!script && output.empty()) {
    refuse("apply to a model needs -o, the project (.nest) to write", outcome.diagnostics);
    outcome.exit = 2;
    return outcome;
  }
  const FileText given = read_file(a.records);
  if (has_errors(given.diagnostics)) {
    outcome.diagnostics = given.diagnostics;
    return outcome;
  }
  const Result<tune::RecordFile> records = tune::read_records(a.records);
  append(outcome.diagnostics, records.diagnostics);
  if (!records.value) return outcome;
  Kernels kernels;
  if (script && !read_target_script(a, kernels, outcome)) return outcome;
  if (!script) read_tasks(a, kernels, outcome);
  if (has_errors(outcome.diagnostics)) return outcome;
  const tune::RecordMachine machine = tune::record_machine(local_cpu_facts(), a.threads);
  for (auto first = kernels.all.begin(); first != kernels.all.end();) {
    const auto next =
        std::find_if(first, kernels.all.end(), [&](const auto& kernel) { return kernel.key != first->key; });
    std::optional<tune::AppliedRecord> best;
    for (auto kernel = first; kernel != next; ++kernel)
      if (std::optional<tune::AppliedRecord> found = tune::best_for(*kernel, *records, machine);
          found && (!best || found->record.time->min < best->record.time->min))
        best = std::move(found);
    const std::string key = std::exchange(first, next)->key;
    if (!best) {
      outcome.diagnostics.push_back(tune::task_without_record(key));
      continue;
    }
    const auto trials = std::ranges::count(records->trials, key, &tune::TrialRecord::task);
    kernels.applied[key] = {.script = best->script,
                            .trials = trials,
                            .best_us = best->record.time->median,
                            .machine = best->record.machine.value_or(tune::RecordMachine())};
    outcome.json["tasks"].push_back({{"task", key},
                                     {"trial", best->record.trial},
                                     {"time_us", best->record.time->median},
                                     {"script", best->script}});
    outcome.text += script && output.empty()
                        ? best->script
                        : fmt::format("{}: trial {}, {:.1f} us\n", key, best->record.trial, best->record.time->median);
  }
  std::vector<const tune::TunedKernel*> all;
  for (const tune::TunedKernel& kernel : kernels.all) all.push_back(&kernel);
  append(outcome.diagnostics, tune::unmatched_records(*records, all));
  if (output.empty() || kernels.applied.empty()) return outcome;
  append(outcome.diagnostics, script ? write_scripts(kernels.applied, true, output)
                                     : write_project(a.target, kernels.applied, a.records, output, a.model.outside));
  return outcome;
}

}  // namespace

Run add_apply(CLI::App& app) {
  auto a = std::make_shared<ApplyArguments>();
  app.add_option("RECORDS", a->records, "a file that `tune` wrote, or a log of Ansor or AutoTVM")->required();
  app.add_option("TARGET", a->target, "a script (.py), a model, or a project (.nest)")->required();
  app.add_option("-o,--output", a->output,
                 "the script or project to write; by default standard output of a script, and a project itself");
  app.add_option("--threads", a->threads, "records of so many threads come first")->check(CLI::Range(1, 4096));
  app.add_option("--set", a->sets, "NAME=NUMBER: the value of a symbolic size");
  app.add_option("--dim", a->model.dims, "NAME=NUMBER: the value of a model's symbolic dimension");
  app.add_flag("--outside", a->model.outside,
               "read a project's model also where it is outside of the project's folder");
  return [a] { return apply(*a); };
}

}  // namespace nw::cli
