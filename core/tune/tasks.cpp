// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/tasks.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/model.h"
#include "tune/diagnostics.h"

namespace nw::tune {

namespace {

std::string first_code(const Diagnostics& diagnostics) {
  const auto found = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
  return found == diagnostics.end() ? std::string() : found->code;
}

// Whether it has a kernel, all of whose open sizes have a value.
bool has_sizes(const model::Task& task, const std::map<std::string, int64_t>& sizes) {
  if (task.status != model::TaskStatus::Ready && task.status != model::TaskStatus::SizedByData) return false;
  if (task.status == model::TaskStatus::SizedByData && task.symbols.empty()) return false;
  return std::ranges::all_of(task.symbols, [&](const std::string& symbol) { return sizes.contains(symbol); });
}

SearchTask without_sizes(const model::Task& task) {
  const bool open = task.status == model::TaskStatus::SizedByData || task.status == model::TaskStatus::Ready;
  const std::string code = open ? "NW4116" : task.status == model::TaskStatus::NoKernel ? "NW1450" : "NW4132";
  Diagnostic why = nothing_to_tune(task.key, task.why.empty() ? "a size has no value" : task.why);
  if (open)
    for (const std::string& symbol : task.symbols) why.legal.push_back(fmt::format("--set {}=64", symbol));
  return task_without_search(task.key, code, {std::move(why)}, TaskState::Skipped);
}

}  // namespace

SearchTask task_without_search(std::string key, std::string code, Diagnostics diagnostics, TaskState state) {
  SearchTask task;
  if (state == TaskState::Skipped)
    for (Diagnostic& d : diagnostics) d.severity = std::max(d.severity, Severity::Warning);
  task.row.key = std::move(key);
  task.row.result.state = state;
  task.row.result.why = std::move(code);
  task.row.result.diagnostics = std::move(diagnostics);
  return task;
}

SearchTask task_of_script(const std::string& text, const std::map<std::string, int64_t>& sizes,
                          const std::string& key) {
  Result<TunedKernel> kernel = read_kernel(text, sizes, key);
  if (!kernel.ok()) {
    const std::string code = first_code(kernel.diagnostics);
    const bool open = code == "NW4111" || code == "NW4116";
    return task_without_search(key, code, std::move(kernel.diagnostics), open ? TaskState::Skipped : TaskState::Failed);
  }
  SearchTask task;
  task.kernel = std::make_unique<TunedKernel>(std::move(*kernel));
  task.row.key = task.kernel->key;
  task.row.flops = task.kernel->flops;
  return task;
}

SearchTask task_of_model(const graph::Graph& graph, const model::NetworkForm& form, const model::Task& task,
                         const TargetFacts& machine, const std::map<std::string, int64_t>& sizes) {
  SearchTask made;
  if (!has_sizes(task, sizes)) {
    made = without_sizes(task);
  } else {
    const Result<model::GroupKernel> kernel = model::network_kernel(graph, form, task, machine);
    made = kernel.ok()
               ? task_of_script(kernel->script, sizes, task.key)
               : task_without_search(task.key, first_code(kernel.diagnostics), kernel.diagnostics, TaskState::Failed);
    if (made.kernel) made.kernel->in_network = true;
    made.of_given_sizes = !task.symbols.empty();
  }
  for (const GroupId id : task.groups) made.row.groups.push_back(id.value);
  made.row.weight = std::max<size_t>(1, task.calls());
  return made;
}

}  // namespace nw::tune
