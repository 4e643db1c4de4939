// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune_tasks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/local_cpu.h"
#include "model/tasks.h"
#include "settings.h"
#include "tune/diagnostics.h"

namespace nw::cli {

namespace {

// Why a task is skipped is no error: the others are searched.
Work skipped(std::string key, std::string code, Diagnostics diagnostics, tune::TaskState state) {
  Work work;
  if (state == tune::TaskState::Skipped)
    for (Diagnostic& d : diagnostics) d.severity = std::max(d.severity, Severity::Warning);
  work.row.key = std::move(key);
  work.row.result.state = state;
  work.row.result.why = std::move(code);
  work.row.result.diagnostics = std::move(diagnostics);
  return work;
}

std::string first_code(const Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::Error) return d.code;
  return {};
}

// NW4111 and NW4116 leave a task out; whatever else is wrong with it is its failure.
Work work_for(const std::string& text, const std::map<std::string, int64_t>& sizes, const std::string& key) {
  Result<tune::TunedKernel> kernel = tune::read_kernel(text, sizes, key);
  if (!kernel.ok()) {
    const std::string code = first_code(kernel.diagnostics);
    const bool open = code == "NW4111" || code == "NW4116";
    return skipped(key, code, std::move(kernel.diagnostics), open ? tune::TaskState::Skipped : tune::TaskState::Failed);
  }
  Work work;
  work.kernel = std::make_unique<tune::TunedKernel>(std::move(*kernel));
  work.row.key = work.kernel->key;
  work.row.flops = work.kernel->flops;
  return work;
}

// Whether it has a kernel, all of whose open sizes have a value.
bool has_sizes(const model::Task& task, const std::map<std::string, int64_t>& sizes) {
  if (task.status != model::TaskStatus::Ready && task.status != model::TaskStatus::SizedByData) return false;
  if (task.status == model::TaskStatus::SizedByData && task.symbols.empty()) return false;
  return std::ranges::all_of(task.symbols, [&](const std::string& symbol) { return sizes.contains(symbol); });
}

}  // namespace

bool scripts_work(const TuneArguments& a, std::vector<Work>& all, Outcome& outcome) {
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
      all.push_back(skipped(path, "NW1001", {}, tune::TaskState::Failed));
    } else {
      all.push_back(work_for(*text, sizes, {}));
      if (all.back().row.key.empty()) all.back().row.key = path;
    }
    all.back().row.source = path;
  }
  return true;
}

bool model_work(const TuneArguments& a, std::vector<Work>& all, Outcome& outcome) {
  std::map<std::string, int64_t> sizes;
  if (!read_sizes("--set", a.sets, sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return false;
  }
  ModelOptions options = a.model;
  options.path = a.inputs.front();
  const auto model = open_model(options, outcome.diagnostics);
  if (!model) return false;
  const fusion::Fusion fusion = model::fuse(*model, fusion_options(*model, options, outcome.diagnostics));
  const TargetFacts machine = local_cpu_facts();
  for (const model::Task& task : model::tasks(model->optimized(), fusion)) {
    if (!a.task.empty() && task.key != a.task) continue;
    if (!a.groups.empty() && std::ranges::none_of(task.groups, [&](GroupId id) {
          return std::ranges::find(a.groups, id.value) != a.groups.end();
        }))
      continue;
    Work work;
    if (!has_sizes(task, sizes)) {
      const bool open = task.status == model::TaskStatus::SizedByData || task.status == model::TaskStatus::Ready;
      const std::string code = open ? "NW4116" : task.status == model::TaskStatus::NoKernel ? "NW1450" : "NW4132";
      Diagnostic why = tune::nothing_to_tune(task.key, task.why.empty() ? "a size has no value" : task.why);
      if (open)
        for (const std::string& symbol : task.symbols) why.legal.push_back(fmt::format("--set {}=64", symbol));
      work = skipped(task.key, code, {std::move(why)}, tune::TaskState::Skipped);
    } else {
      const Result<model::GroupKernel> kernel =
          model::group_kernel(model->optimized(), fusion, task.groups.front(), machine);
      work = kernel.ok()
                 ? work_for(kernel->script, sizes, task.key)
                 : skipped(task.key, first_code(kernel.diagnostics), kernel.diagnostics, tune::TaskState::Failed);
      work.of_given_sizes = !task.symbols.empty();
    }
    for (const GroupId id : task.groups) work.row.groups.push_back(id.value);
    work.row.weight = std::max<size_t>(1, task.calls());
    all.push_back(std::move(work));
  }
  return true;
}

}  // namespace nw::cli
