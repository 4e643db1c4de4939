// SPDX-License-Identifier: GPL-3.0-or-later
// `script MODEL --group ID`: a fused group as a TE script.
#include <charconv>

#include "base/local_cpu.h"
#include "commands.h"
#include "model_options.h"
#include "settings.h"
#include "what_ifs.h"

namespace nw::cli {

namespace {

// The group of this number, or of the node of this name, also one inside the body of a loop or of an If.
GroupId find_group(const graph::Graph& graph, const fusion::Fusion& fusion, const std::string& asked,
                   Diagnostics& diagnostics) {
  int number = 0;
  const char* const end = asked.data() + asked.size();
  if (const auto [rest, error] = std::from_chars(asked.data(), end, number); error == std::errc() && rest == end)
    return GroupId(number);
  const NodeId node = find_node(graph, asked);
  const auto group = node.valid() ? fusion.group_of.find(node) : fusion.group_of.end();
  if (group != fusion.group_of.end()) return group->second;
  diagnostics.push_back(no_such_node("--group", asked));
  return {};
}

}  // namespace

Run add_script(CLI::App& app) {
  struct Options {
    ModelOptions model;
    std::string group;
    std::string schedule = "default", target = kLocalCpu;
  };
  auto o = std::make_shared<Options>();
  add_model_options(app, o->model);
  app.add_option("--group", o->group, "the group's number, as `fuse` gives it, or the id of a node in it")->required();
  app.add_option("--schedule", o->schedule, "default; none: plain loops over the operators as they are defined")
      ->check(CLI::IsMember({"default", "none"}))
      ->capture_default_str();
  app.add_option("--target", o->target, std::string("what it is scheduled for: ") + kTargetHelp)
      ->capture_default_str()
      ->check(empty_target);
  return [o] {
    Outcome outcome;
    outcome.file = o->model.path;
    const auto model = open_model(o->model, outcome.diagnostics);
    if (!model) return outcome;
    const std::optional<TargetFacts> target = read_target(o->target, outcome);
    if (!target) return outcome;
    const fusion::Fusion fusion = model::fuse(*model, fusion_options(*model, o->model, outcome.diagnostics));
    const GroupId group = find_group(model->optimized(), fusion, o->group, outcome.diagnostics);
    if (has_errors(outcome.diagnostics)) return outcome;
    Result<model::GroupKernel> kernel =
        model::group_kernel(model->optimized(), fusion, group, *target,
                            o->schedule == "none" ? model::DefaultSchedule::None : model::DefaultSchedule::ForTarget);
    append(outcome.diagnostics, std::move(kernel.diagnostics));
    if (kernel.value) {
      outcome.json["script"] = kernel->script;
      outcome.json["task"] = kernel->task_key;
      outcome.text = kernel->script;
    }
    return outcome;
  };
}

}  // namespace nw::cli
