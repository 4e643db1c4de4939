// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/network_run.h"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "graph/graph_colours.h"
#include "graph/graph_view.h"
#include "kernel/measure.h"
#include "target/folders.h"
#include "worker/kernel.h"
#include "workspace/network_choices.h"

namespace nw::window {

using namespace nw::views;

namespace {

constexpr int kKernelsLimits = 10;  // a network may take as long as so many kernels

worker::NetworkRequest request_for(const Workbench& workbench) {
  const workspace::Document& document = *workbench.session().document();
  const workspace::Choices& choices = document.choices();
  worker::NetworkRequest request;
  request.path = document.model()->path;  // not the project: its choices on disk may be older than these
  request.dims = workbench.session().dims();
  const workspace::TableUse& table = document.model_table();
  request.patterns = table.path;
  request.patterns_text = table.text;
  request.rewrite = table.rules;
  request.fusion = workspace::network_fusion(choices.fusion);
  for (const auto& [task, choice] : choices.kernels)
    if (const auto script = document.script(task)) request.scripts[task] = *script;
  request.run.threads = workbench.target().compute.units;
  request.run.verify = true;
  request.run.trace = true;
  request.run.kernel_cache = target::folders_of_this_process().kernel_cache();
  return request;
}

}  // namespace

NetworkRun::NetworkRun(Workbench& workbench, GraphView& graph, QObject* parent)
    : QObject(parent), workbench_(workbench), graph_(graph) {
  connect(&workbench_.jobs(), &Jobs::changed, this, [this] {
    const bool was = std::exchange(was_running_, running());
    const QString before = std::exchange(said_, progress());
    if (was != was_running_ || before != said_) Q_EMIT progressChanged();
  });
}

const QString& NetworkRun::purpose() {
  static const QString one = QStringLiteral("run network");
  return one;
}

bool NetworkRun::running() const {
  return workbench_.jobs().busy(purpose());
}

QString NetworkRun::progress() const {
  return workbench_.jobs().partText(purpose());
}

void NetworkRun::startOrStop() {
  if (running()) return workbench_.jobs().stop(purpose());
  if (!workbench_.session().fusion()) return;
  workbench_.jobs().run<Result<measure::ModelReport>>(
      purpose(), tr("Running the network"), this,
      [request = request_for(workbench_), worker = workbench_.workerOptions(),
       self = QPointer(this)](const CancelToken& cancel) {
        worker::WorkerOptions limited = cancellable(worker, cancel);
        limited.progress = [self, cancel](const worker::RunProgress& part) {
          const auto show = [self, cancel, part] {
            if (self && !cancel.cancelled()) self->workbench_.jobs().setPart(purpose(), part.done, part.of);
          };
          QMetaObject::invokeMethod(qApp, show, Qt::QueuedConnection);
        };
        limited.deadline_seconds *= kKernelsLimits;
        return worker::run_network(request, limited);
      },
      [this, asked = workbench_.session().fusion(),
       target = workbench_.target()](const Result<measure::ModelReport>& report) {
        if (workbench_.session().lastFusion() != asked) return;  // other groups by now
        workbench_.session().report(QStringLiteral("network"), report.diagnostics);
        if (report.value && !report->calls.empty())
          show(report->calls.front(), target, has_errors(report.diagnostics));
        else
          Q_EMIT workbench_.message(tr("The network did not run; the problems say why"));
      });
  workbench_.jobs().setTarget(purpose(), workbench_.target().id);
}

void NetworkRun::show(const measure::NetworkReport& report, const TargetFacts& target, bool differs) {
  const auto fusion = workbench_.session().lastFusion();
  const model::Model* model = workbench_.session().model();
  if (!fusion || !model) return;
  NetworkTimes times{target.id, target.clock.kind, report.time.median, {}, nullptr};
  for (const measure::NetworkReport::Kernel& kernel : report.kernels) {
    if (kernel.group.index() >= fusion->groups.size()) continue;
    for (const NodeId node : fusion->groups[kernel.group.index()].nodes)
      times.nodes[model->optimized().node(node).name] = kernel.time;
  }
  if (report.trace) times.trace = std::make_shared<const measure::Trace>(*report.trace);
  graph_.colours().addTimes(fusion, std::move(times));
  const QString time = tr("%n kernel(s) in %1 ms, %2 GFLOP/s", nullptr, static_cast<int>(report.kernels.size()))
                           .arg(report.time.median / 1e3, 0, 'f', 2)
                           .arg(report.flops / std::max(report.time.median, 1e-3) / 1e3, 0, 'f', 1);
  if (!report.comparison) return Q_EMIT workbench_.message(time);
  const measure::NetworkComparison& c = *report.comparison;
  if (c.checked > 0 && c.nan == c.checked)
    return Q_EMIT workbench_.message(tr("%1; all results are NaN, with the reference operators too").arg(time));
  if (!differs) workbench_.session().noteNetworkVerified(fusion);
  Q_EMIT workbench_.message(differs ? tr("%1; other numbers than the reference operators").arg(time)
                                    : tr("%1; verified by the reference operators").arg(time));
}

}  // namespace nw::window
