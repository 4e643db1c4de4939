// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune_tasks.h"

#include <algorithm>

#include "base/local_cpu.h"
#include "settings.h"

namespace nw::cli {

bool scripts_work(const TuneArguments& a, std::vector<tune::SearchTask>& all, Outcome& outcome) {
  std::map<std::string, int64_t> sizes;
  if (!read_sizes("--set", a.sets, sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return false;
  }
  for (const std::string& path : a.inputs) {
    Outcome opened;
    const std::optional<std::string> text = open_script({path, {}}, opened);
    append(outcome.diagnostics, std::move(opened.diagnostics));
    append(outcome.diagnostics, std::move(opened.of_file));
    if (!text) {
      all.push_back(tune::task_without_search(path, "NW1001", {}, tune::TaskState::Failed));
    } else {
      all.push_back(tune::task_of_script(*text, sizes));
      if (all.back().row.key.empty()) all.back().row.key = path;
    }
    all.back().row.source = path;
  }
  return true;
}

bool model_work(const TuneArguments& a, std::vector<tune::SearchTask>& all, Outcome& outcome) {
  std::map<std::string, int64_t> sizes;
  if (!read_sizes("--set", a.sets, sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return false;
  }
  ModelOptions options = a.model;
  options.path = a.inputs.front();
  const auto model = open_model(options, outcome.diagnostics);
  if (!model) return false;
  const std::optional<fusion::Fusion> fused = fuse_model(*model, options, outcome);
  if (!fused) return false;
  const fusion::Fusion& fusion = *fused;
  for (const int group : a.groups)
    if (std::ranges::find(fusion.groups, GroupId(group), &fusion::Group::id) == fusion.groups.end()) {
      outcome.diagnostics.push_back(model::no_such_group(fusion, GroupId(group)));
      outcome.exit = 2;
      return false;
    }
  const TargetFacts machine = local_cpu_facts();
  const model::NetworkForm form = model::network_form(model->optimized(), fusion, machine);
  for (const model::Task& task : model::tasks(model->optimized(), fusion)) {
    if (!a.task.empty() && task.key != a.task) continue;
    if (!a.groups.empty() && std::ranges::none_of(task.groups, [&](GroupId id) {
          return std::ranges::find(a.groups, id.value) != a.groups.end();
        }))
      continue;
    all.push_back(tune::task_of_model(model->optimized(), form, task, machine, sizes));
  }
  return true;
}

}  // namespace nw::cli
