// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/measure.h"

#include <QCoreApplication>

#include "common/text.h"
#include "common/workbench.h"

namespace nw::views {

using workspace::SampledRun;

namespace {

struct MeasureTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::Measure)
};

QString phase_text(const std::string& doing) {
  if (doing == "compiling") return MeasureTexts::tr("compiling");
  if (doing == "comparing") return MeasureTexts::tr("comparing");
  if (doing == "measuring") return MeasureTexts::tr("measuring");
  return MeasureTexts::tr("running");
}

}  // namespace

worker::WorkerOptions cancellable(worker::WorkerOptions worker, const CancelToken& cancel) {
  worker.cancel = cancel;
  return worker;
}

// The worker is asked on a thread of the jobs', which wait for it before they go.
worker::WorkerOptions followed(worker::WorkerOptions worker, const CancelToken& cancel, Jobs& jobs,
                               const QString& purpose) {
  worker.progress = [&jobs, purpose, cancel](const worker::RunProgress& part) {
    const auto show = [&jobs, purpose, cancel, part] {
      if (!cancel.cancelled()) jobs.setPart(purpose, part.done, part.of, phase_text(part.doing));
    };
    QMetaObject::invokeMethod(&jobs, show, Qt::QueuedConnection);
  };
  return cancellable(std::move(worker), cancel);
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
  since_.start();
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
  workbench_->jobs().setPart(purpose_, runs_.done(), runs_.all(), {}, since_);
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
