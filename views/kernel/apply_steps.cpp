// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/apply_steps.h"

#include <optional>
#include <set>

#include "common/text.h"
#include "common/workbench.h"
#include "model/group_computation.h"
#include "model/model.h"
#include "workspace/carry_steps.h"

namespace nw::views {

Relatives relatives(const graph::Graph& graph, const fusion::Fusion& fusion, GroupId group, const CancelToken& cancel) {
  const auto around = [&graph](const fusion::Group& of) {
    return graph.node(of.anchor.valid() ? of.anchor : of.root).op;
  };
  Relatives found;
  const fusion::Group& own = fusion.groups[group.index()];
  const std::string task = model::task_key(graph, own);
  std::set<std::string> seen;
  for (const fusion::Group& other : fusion.groups) {
    if (cancel.cancelled()) break;
    if (other.id == group || around(other) != around(own)) continue;
    const std::string key = model::task_key(graph, other);
    if (key == task)
      found.twins.push_back(other.id);
    else if (seen.insert(key).second)
      found.alike.push_back(other.id);
  }
  return found;
}

namespace {

struct Applied {
  std::string task;
  Result<workspace::CarriedSteps> steps;
};

// To the computation as the default schedule has it or as its operators are defined: whichever takes more of them.
Applied applied_steps(const graph::Graph& graph, const fusion::Fusion& fusion, const std::string& script, GroupId to) {
  std::optional<Applied> best;
  for (const auto form : {model::DefaultSchedule::Cpu, model::DefaultSchedule::None}) {
    Result<model::GroupKernel> kernel = model::group_kernel(graph, fusion, to, form);
    if (!kernel.value) return Applied{{}, std::move(kernel.diagnostics)};
    Applied applied{kernel->task_key, workspace::carry_steps(script, kernel->script)};
    const bool better =
        applied.steps.value && (!best || !best->steps.value || applied.steps->left_out < best->steps->left_out);
    if (!best || better) best = std::move(applied);
  }
  return std::move(*best);
}

}  // namespace

void apply_steps(Workbench* workbench, const std::string& script, const QString& name, GroupId to) {
  workbench->jobs().run<Applied>(
      QStringLiteral("apply steps"), Workbench::tr("Applying the steps to group %1").arg(to.value), workbench,
      [model = workbench->document()->model(), fusion = workbench->lastFusion(), script, to](const CancelToken&) {
        return applied_steps(model->optimized(), *fusion, script, to);
      },
      [workbench, name, to](const Applied& applied) {
        workbench->report(QStringLiteral("applied steps"), applied.steps.diagnostics);
        if (!applied.steps.value) {
          Q_EMIT workbench->message(Workbench::tr("The steps could not be applied, see Problems"));
          return;
        }
        const workspace::CarriedSteps& steps = *applied.steps;
        workbench->changeKernel(
            applied.task,
            [&steps](workspace::KernelChoice& kernel) {
              kernel.active = workspace::free_name(kernel);
              kernel.scripts[kernel.active] = steps.text;
            },
            ss(Workbench::tr("steps of %1").arg(name)));
        workbench->openKernel(to);
        Q_EMIT workbench->message(
            steps.left_out == 0
                ? Workbench::tr("Applied %n step(s)", nullptr, steps.carried)
                : Workbench::tr("Applied %1 of %2 steps; why the others did not carry over stands in Problems")
                      .arg(steps.carried)
                      .arg(steps.carried + steps.left_out));
      });
}

}  // namespace nw::views
