// SPDX-License-Identifier: GPL-3.0-or-later
// `script MODEL --group ID`: a fused group as a TE script.
#include "base/local_cpu.h"
#include "commands.h"
#include "model_options.h"
#include "settings.h"

namespace nw::cli {

Run add_script(CLI::App& app) {
  struct Options {
    ModelOptions model;
    int group = -1;
    std::string schedule = "default", target = kLocalCpu;
  };
  auto o = std::make_shared<Options>();
  add_model_options(app, o->model);
  app.add_option("--group", o->group, "the group's number, as `fuse` gives it")->required();
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
    Result<model::GroupKernel> kernel =
        model::group_kernel(model->optimized(), fusion, GroupId(o->group), *target,
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
