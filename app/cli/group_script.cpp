// SPDX-License-Identifier: GPL-3.0-or-later
#include "group_script.h"

#include <algorithm>
#include <charconv>

#include "base/local_cpu.h"
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

CLI::Option* add_group_option(CLI::App& app, GroupOption& group) {
  app.add_option("--schedule", group.schedule,
                 "default; none: plain loops over the operators as they are defined. Otherwise the one in use in a "
                 "project, or the default")
      ->check(CLI::IsMember({"default", "none"}));
  return app.add_option("--group", group.group,
                        "of a model: the group's number, as `fuse` gives it, or the id of a node in it");
}

std::optional<model::GroupKernel> read_group_script(const ModelOptions& options, const GroupOption& asked,
                                                    const TargetFacts& target, Outcome& outcome) {
  workspace::Choices choices;
  const auto model = open_model(options, outcome.diagnostics, &choices);
  if (!model) return std::nullopt;
  const std::optional<fusion::Fusion> fused = fuse_model(*model, options, outcome);
  if (!fused) return std::nullopt;
  const fusion::Fusion& fusion = *fused;
  const GroupId group = find_group(model->optimized(), fusion, asked.group, outcome.diagnostics);
  // What an option names is not there.
  if (std::ranges::find(fusion.groups, group, &fusion::Group::id) == fusion.groups.end()) outcome.exit = 2;
  if (has_errors(outcome.diagnostics)) return std::nullopt;
  Result<model::GroupKernel> kernel =
      model::group_kernel(model->optimized(), fusion, group, target,
                          asked.schedule == "none" ? model::DefaultSchedule::None : model::DefaultSchedule::ForTarget);
  append(outcome.diagnostics, std::move(kernel.diagnostics));
  if (!kernel.value) return std::nullopt;
  if (asked.schedule.empty())
    if (std::string script = workspace::active_script(choices, kernel->task_key); !script.empty())
      kernel->script = std::move(script);
  return std::move(*kernel.value);
}

}  // namespace nw::cli
