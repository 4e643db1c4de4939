// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/network_run.h"

#include <QTemporaryDir>
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "data/call.h"
#include "data/value_file.h"
#include "graph/graph_colours.h"
#include "graph/graph_view.h"
#include "kernel/measure.h"
#include "measure/statistics.h"
#include "models/run_text.h"
#include "run/run_panel.h"
#include "target/folders.h"
#include "worker/kernel.h"
#include "workspace/network_choices.h"

namespace nw::window {

using namespace nw::views;

namespace {

constexpr int kKernelsLimits = 10;  // a network may take as long as so many kernels

struct Ran {
  Result<measure::ModelReport> report;
  std::vector<data::Output> outputs;
};

// What the worker has saved of the call, with the types that the model declares. Outputs that cannot be read are left
// out: why is a diagnostic.
std::vector<data::Output> saved_outputs(const std::string& folder, const measure::NetworkReport& call,
                                        const graph::Graph& source, Diagnostics& diagnostics) {
  const bool one_each = source.outputs.size() == call.outputs.size();
  std::vector<data::Output> outputs;
  for (size_t k = 0; k < call.outputs.size(); ++k) {
    data::Output output{call.outputs[k].name, {}, one_each ? source.node(source.outputs[k]).type : graph::Type()};
    const Result<std::string> path = data::file_of(folder, "output_" + std::to_string(k));
    append(diagnostics, path.diagnostics);
    if (!path.ok() || path->empty()) continue;
    Result<reference::Value> value = data::read_value_file(*path, output.type);
    append(diagnostics, value.diagnostics);
    if (!value.ok()) continue;
    output.value = std::move(*value);
    outputs.push_back(std::move(output));
  }
  return outputs;
}

Ran run_and_read(worker::NetworkRequest request, const worker::WorkerOptions& worker, const graph::Graph& source) {
  const QTemporaryDir folder;
  request.save = ss(folder.path());
  Ran ran{worker::run_network(request, worker), {}};
  if (ran.report.value && !ran.report->calls.empty() && !has_errors(ran.report.diagnostics))
    ran.outputs = saved_outputs(request.save + "/0", ran.report->calls.front(), source, ran.report.diagnostics);
  return ran;
}

// Of one graph, with the same nodes in each group.
bool same_groups(const fusion::Fusion& a, const fusion::Fusion& b) {
  return std::ranges::equal(a.groups, b.groups, {}, &fusion::Group::nodes, &fusion::Group::nodes);
}

}  // namespace

worker::NetworkRequest network_request(const Workbench& workbench) {
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
  request.run.kernel_cache = target::folders_of_this_process().kernel_cache();
  return request;
}

NetworkRun::NetworkRun(Workbench& workbench, GraphView& graph, RunPanel& panel, QObject* parent)
    : QObject(parent), workbench_(workbench), graph_(graph), panel_(panel) {
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
  worker::NetworkRequest request = network_request(workbench_);
  request.run.verify = true;
  request.run.trace = true;
  request.inputs = panel_.inputFiles();
  const auto model = workbench_.session().document()->model();
  workbench_.jobs().run<Ran>(
      purpose(), tr("Running the network"), this,
      [request = std::move(request), worker = workbench_.workerOptions(), jobs = &workbench_.jobs(),
       model](const CancelToken& cancel) {
        worker::WorkerOptions limited = followed(worker, cancel, *jobs, purpose());
        limited.deadline_seconds *= kKernelsLimits;
        return run_and_read(request, limited, model->source());
      },
      [this, model, asked = workbench_.session().fusion(), target = workbench_.target()](const Ran& ran) {
        const Result<measure::ModelReport>& report = ran.report;
        const DocumentSession& now = workbench_.session();
        const bool same = now.model() == model.get() && now.lastFusion() &&
                          (now.lastFusion() == asked || same_groups(*now.lastFusion(), *asked));
        if (!same) return Q_EMIT workbench_.message(otherGroups(report));
        panel_.setOutputs(ran.outputs);
        workbench_.session().report(QStringLiteral("network"), report.diagnostics);
        if (report.value && !report->calls.empty())
          show(report->calls.front(), target, has_errors(report.diagnostics));
        else
          Q_EMIT workbench_.message(tr("The network did not run; the problems say why"));
      });
  workbench_.jobs().setTarget(purpose(), workbench_.target().id);
}

QString NetworkRun::otherGroups(const Result<measure::ModelReport>& report) {
  if (!report.value || report->calls.empty())
    return tr("The network did not run, and its groups have changed since: run it again");
  return tr("The network took %1 ms; its groups have changed since, so that no group has a time: run it again")
      .arg(report->calls.front().time.median / 1e3, 0, 'f', 2);
}

void NetworkRun::show(const measure::NetworkReport& report, const TargetFacts& target, bool differs) {
  const auto fusion = workbench_.session().lastFusion();
  const model::Model* model = workbench_.session().model();
  if (!fusion || !model) return;
  NetworkTimes times{{target.id, target.clock.kind, report.time.median, workbench_.session().dims()}, fusion};
  for (const measure::NetworkReport::Kernel& kernel : report.kernels) {
    if (kernel.group.index() >= fusion->groups.size()) continue;
    times.groups[names_of(fusion->groups[kernel.group.index()], model->optimized())] = kernel.time;
  }
  if (report.trace) times.trace = std::make_shared<const measure::Trace>(*report.trace);
  workbench_.session().document()->record(static_cast<const workspace::NetworkMeasurement&>(times));
  graph_.colours().addTimes(std::move(times));
  const QString time = tr("%n kernel(s) in %1 ms, %2 GFLOP/s", nullptr, static_cast<int>(report.kernels.size()))
                           .arg(report.time.median / 1e3, 0, 'f', 2)
                           .arg(report.flops / std::max(report.time.median, 1e-3) / 1e3, 0, 'f', 1) +
                       over_fastest_text(measure::over_fastest(report.time));
  if (!report.comparison) return Q_EMIT workbench_.message(time);
  const measure::NetworkComparison& c = *report.comparison;
  if (c.checked > 0 && c.nan == c.checked)
    return Q_EMIT workbench_.message(tr("%1; all results are NaN, with the reference operators too").arg(time));
  if (!differs) workbench_.session().noteNetworkVerified(fusion);
  if (!differs) return Q_EMIT workbench_.message(tr("%1; verified by the reference operators").arg(time));
  const auto first = std::ranges::find_if(c.nodes, [](const auto& node) { return !node.ok; });
  if (first == c.nodes.end())
    return Q_EMIT workbench_.message(tr("%1; other numbers than the reference operators").arg(time));
  workbench_.session().selectOptimized(model->optimized().find(first->node));
  Q_EMIT workbench_.message(
      tr("%1; other numbers than the reference operators, first at %2").arg(time, qs(first->node)));
}

}  // namespace nw::window
