// SPDX-License-Identifier: GPL-3.0-or-later
// `script MODEL --group ID`: a fused group as a TE script.
#include "base/local_cpu.h"
#include "commands.h"
#include "group_script.h"
#include "settings.h"

namespace nw::cli {

Run add_script(CLI::App& app) {
  struct Options {
    ModelOptions model;
    GroupOption group;
    std::string target = kLocalCpu;
  };
  auto o = std::make_shared<Options>();
  add_model_options(app, o->model);
  add_group_option(app, o->group)->required();
  app.add_option("--target", o->target, std::string("what it is scheduled for: ") + kTargetHelp)
      ->capture_default_str()
      ->check(empty_target);
  return [o] {
    Outcome outcome;
    outcome.file = o->model.path;
    const std::optional<TargetFacts> target = read_target(o->target, outcome);
    if (!target) return outcome;
    const std::optional<model::GroupKernel> kernel = read_group_script(o->model, o->group, *target, outcome);
    if (!kernel) return outcome;
    outcome.json["script"] = kernel->script;
    outcome.json["task"] = kernel->task_key;
    outcome.text = kernel->script;
    return outcome;
  };
}

}  // namespace nw::cli
