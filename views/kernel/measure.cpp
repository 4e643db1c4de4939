// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/measure.h"

#include "common/text.h"
#include "common/workbench.h"

namespace nw::views {

using workspace::SampledRun;

worker::WorkerOptions cancellable(worker::WorkerOptions worker, const CancelToken& cancel) {
  worker.cancel = cancel;
  return worker;
}

BranchMeasuring::BranchMeasuring(Workbench* workbench, QString name, QObject* parent)
    : QObject(parent), workbench_(workbench), purpose_(std::move(name)) {
  connect(&workbench->jobs(), &Jobs::changed, this, [this] {
    if (running() && !workbench_->jobs().busy(purpose_)) stop();  // its job was ended by hand
  });
}

void BranchMeasuring::start(const std::string& task, const std::string& default_script,
                            std::map<std::string, int64_t> sizes) {
  stop();
  const workspace::Document* document = workbench_->session().document();
  if (!document) return;
  const workspace::History& history = document->history();
  runs_ = workspace::BranchRuns(history, history.current().id, task, default_script, std::move(sizes),
                                workbench_->machine());
  next();
}

QString BranchMeasuring::progress() const {
  return workbench_->jobs().partText(purpose_);
}

void BranchMeasuring::stop() {
  if (!running()) return;
  runs_.stop();
  workbench_->jobs().stop(purpose_);
  Q_EMIT changed();
}

void BranchMeasuring::next() {
  Q_EMIT changed();
  if (!running()) return;
  const workspace::BranchRuns::Run& run = runs_.waiting().front();
  const QString label = run.label.empty() ? tr("the first state") : qs(run.label);
  workbench_->jobs().run<SampledRun>(
      purpose_, tr("Measuring %1 of %2: %3").arg(runs_.done() + 1).arg(runs_.all()).arg(label), this,
      [script = run.script, rules = workbench_->activeTarget().rules,
       request = runs_.request(workbench_->target().compute.units),
       worker = workbench_->workerOptions()](const CancelToken& cancel) {
        return workspace::sampled_run(script, rules, request, cancellable(worker, cancel));
      },
      [this](const SampledRun& ran) { finished(ran); });
  workbench_->jobs().setPart(purpose_, runs_.done(), runs_.all());
  QStringList waiting;
  for (const workspace::BranchRuns::Run& other : runs_.waiting()) waiting << tr("Measuring %1").arg(qs(other.label));
  workbench_->jobs().setTarget(purpose_, workbench_->target().id, waiting.mid(1));
}

void BranchMeasuring::finished(const SampledRun& run) {
  if (!running() || !workbench_->session().document()) return;
  if (run.heat) Q_EMIT sampled(runs_.waiting().front().script, run.heat);
  runs_.finish(run.report, *workbench_->session().document());
  next();
}

}  // namespace nw::views
