// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/apply_steps.h"

#include "common/text.h"
#include "common/viewer.h"
#include "common/workbench.h"
#include "edit/apply_steps.h"
#include "model/model.h"

namespace nw::views {

namespace {

// Other kernels may be in front of the window: each says whose it is.
Diagnostics of_group(Diagnostics diagnostics, GroupId group) {
  for (Diagnostic& d : diagnostics) d.message = ss(Workbench::tr("Group %1: %2").arg(group.value).arg(qs(d.message)));
  return diagnostics;
}

// The diagnostics of omitted steps are shown until their lines change: they refer to places in that text.
class AppliedReport : public QObject, public Viewer {
 public:
  AppliedReport(Workbench* workbench, std::string task, std::string text)
      : QObject(workbench), workbench_(workbench), task_(std::move(task)), text_(std::move(text)) {
    workbench_->addViewer(this);
  }
  void choicesChanged() override {
    if (workbench_->session().document() && workbench_->session().document()->script(task_) == text_) return;
    workbench_->session().report(QStringLiteral("applied steps"), {});
    end();
  }
  void documentChanged() override { end(); }
  void end() {
    workbench_->removeViewer(this);
    deleteLater();
  }

 private:
  Workbench* workbench_;
  std::string task_, text_;
};

}  // namespace

void apply_steps(Workbench* workbench, const std::string& script, const QString& name, GroupId to,
                 std::function<void(int)> done) {
  workbench->jobs().run<edit::AppliedSteps>(
      QStringLiteral("apply steps"), Workbench::tr("Applying the steps to group %1").arg(to.value), workbench,
      [model = workbench->session().document()->model(), fusion = workbench->session().lastFusion(), script, to,
       target = workbench->target()](const CancelToken&) {
        return edit::apply_steps(model->optimized(), *fusion, script, to, target);
      },
      [workbench, name, to, done](const edit::AppliedSteps& applied) {
        for (auto* before : workbench->findChildren<QObject*>(QStringLiteral("applied"), Qt::FindDirectChildrenOnly))
          static_cast<AppliedReport*>(before)->end();
        if (!applied.steps.value) {
          workbench->session().report(QStringLiteral("applied steps"), of_group(applied.steps.diagnostics, to));
          Q_EMIT workbench->message(
              Workbench::tr("The steps could not be applied to group %1, see Problems").arg(to.value));
          done(1);
          return;
        }
        const edit::TransferredSteps& steps = *applied.steps;
        workbench->session().changeKernel(
            applied.task,
            [&steps](workspace::KernelChoice& kernel) {
              kernel.active = workspace::free_name(kernel);
              kernel.scripts[kernel.active] = steps.text;
            },
            ss(Workbench::tr("steps of %1").arg(name)));
        workbench->openKernel(to);
        workbench->session().report(QStringLiteral("applied steps"), of_group(applied.steps.diagnostics, to));
        if (steps.left_out > 0)
          (new AppliedReport(workbench, applied.task, steps.text))->setObjectName(QStringLiteral("applied"));
        Q_EMIT workbench->message(steps.left_out == 0
                                      ? Workbench::tr("Applied %n step(s)", nullptr, steps.carried)
                                      : Workbench::tr("Applied %1 of %2 steps; why the others did not carry over "
                                                      "stands in Problems, and they stand as comments")
                                            .arg(steps.carried)
                                            .arg(steps.carried + steps.left_out));
        done(steps.left_out);
      });
}

}  // namespace nw::views
