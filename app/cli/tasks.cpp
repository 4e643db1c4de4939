// SPDX-License-Identifier: GPL-3.0-or-later
// `tasks MODEL`: what of a network a search could make faster, and how much of its time each is by estimate.
#include <fmt/format.h>

#include <algorithm>

#include "base/local_cpu.h"
#include "commands.h"
#include "cost/estimate.h"
#include "kernel/analysis.h"
#include "model/tasks.h"
#include "model_options.h"
#include "type_json.h"

namespace nw::cli {

namespace {

using nlohmann::json;

// Seconds of one call with the default schedule. Nothing where a size is open.
std::optional<double> estimated(const model::Model& model, const fusion::Fusion& fusion, const model::Task& task,
                                const TargetFacts& machine) {
  if (task.status != model::TaskStatus::Ready || !task.symbols.empty()) return std::nullopt;
  const auto kernel = model::network_kernel(model.optimized(), fusion, task.groups[0], machine);
  if (!kernel.ok()) return std::nullopt;
  kernel::AnalysisOptions options;
  options.fixes = false;
  const kernel::KernelAnalysis analysis = kernel::analyse(kernel->script, options);
  if (!analysis.complete()) return std::nullopt;
  return cost::estimate(*analysis.nest, machine).seconds;
}

json types_json(const std::vector<graph::Type>& types) {
  json list = json::array();
  for (const graph::Type& type : types) list.push_back(type_json(type));
  return list;
}

// The words of interface.md.
const char* status_word(model::TaskStatus status) {
  switch (status) {
    case model::TaskStatus::Ready:
      return "ready";
    case model::TaskStatus::SizedByData:
      return "dynamic";
    case model::TaskStatus::NothingToTune:
      return "nothing";
    case model::TaskStatus::NoKernel:
      break;
  }
  return "no_kernel";
}

json task_json(const model::Task& task, std::optional<double> seconds, double all) {
  json groups = json::array();
  for (const GroupId id : task.groups) groups.push_back(id.value);
  json shapes = json::array();
  for (const std::vector<graph::Type>* side : {&task.inputs, &task.outputs})
    for (const graph::Type& type : *side) shapes.push_back(graph::brief(type));
  json row = {{"key", task.key},
              {"task", task.key},
              {"shapes", std::move(shapes)},
              {"status", status_word(task.status)},
              {"why", task.why.empty() ? json() : json(task.why)},
              {"ops", task.ops},
              {"groups", std::move(groups)},
              {"calls", task.calls() > 0 ? json(task.calls()) : json()},
              {"symbols", task.symbols},
              {"inputs", types_json(task.inputs)},
              {"outputs", types_json(task.outputs)},
              {"estimated_us", seconds ? json(*seconds * 1e6) : json()},
              {"share", nullptr}};
  if (seconds && task.calls() > 0 && all > 0) row["share"] = *seconds * static_cast<double>(task.calls()) / all;
  if (!task.bodies.empty()) row["bodies"] = task.bodies;
  return row;
}

std::string row_text(const model::Task& task, const json& row) {
  std::string types;
  for (const graph::Type& type : task.outputs) types += (types.empty() ? "" : ", ") + graph::brief(type);
  const std::string share =
      row["share"].is_number() ? fmt::format("{:.1f} %", row["share"].get<double>() * 100) : std::string("-");
  const std::string calls = task.calls() > 0 ? std::to_string(task.calls()) : std::string("-");
  std::string text =
      fmt::format("{:>7} {:>6}  {:<15}  {}: {}\n", share, calls, model::to_string(task.status), task.key, types);
  if (!task.bodies.empty()) text += fmt::format("{:>15}  in the body {}\n", "", fmt::join(task.bodies, ", "));
  if (!task.why.empty()) text += fmt::format("{:>15}  {}\n", "", task.why);
  return text;
}

Outcome tasks(const ModelOptions& options) {
  Outcome outcome;
  outcome.file = options.path;
  outcome.json["tasks"] = json::array();
  const auto model = open_model(options, outcome.diagnostics);
  if (!model) return outcome;
  const std::optional<fusion::Fusion> fused = fuse_model(*model, options, outcome);
  if (!fused) return outcome;
  const fusion::Fusion& fusion = *fused;
  const std::vector<model::Task> list = model::tasks(model->optimized(), fusion);
  append(outcome.diagnostics,
         sizes_without_value(model->optimized(), "the time of what has that size is not estimated, and no share is"));
  const bool shares = std::ranges::none_of(outcome.diagnostics, [](const Diagnostic& d) { return d.code == "NW4116"; });
  const TargetFacts machine = local_cpu_facts();
  std::vector<std::optional<double>> seconds;
  double all = 0;
  for (const model::Task& task : list) {
    seconds.push_back(estimated(*model, fusion, task, machine));
    all += seconds.back().value_or(0) * static_cast<double>(task.calls());
  }
  outcome.text = fmt::format("{:>7} {:>6}  {:<15}  task\n", "share", "calls", "status");
  for (size_t i = 0; i < list.size(); ++i) {
    outcome.json["tasks"].push_back(task_json(list[i], seconds[i], shares ? all : 0));
    outcome.text += row_text(list[i], outcome.json["tasks"].back());
  }
  outcome.json["share_by"] = "estimate";
  return outcome;
}

}  // namespace

Run add_tasks(CLI::App& app) {
  auto options = std::make_shared<ModelOptions>();
  add_model_options(app, *options);
  return [options] { return tasks(*options); };
}

}  // namespace nw::cli
