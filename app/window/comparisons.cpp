// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/comparisons.h"

#include <QFileInfo>
#include <QPointer>
#include <array>
#include <map>
#include <utility>

#include "base/input_file.h"
#include "base/local_cpu.h"
#include "common/text.h"
#include "common/workbench.h"
#include "flatten/flatten.h"
#include "graph/compare_view.h"
#include "graph/graph_colours.h"
#include "graph/graph_view.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_comparison.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/sizes_bar.h"
#include "models/run_text.h"
#include "targets/target_list.h"
#include "tvmscript/tvmscript.h"
#include "window/file_dialogs.h"
#include "window/fusion_dialog.h"
#include "window/kernel_tabs.h"

namespace nw::window {

using namespace nw::views;

Comparisons::Comparisons(Workbench& workbench, GraphView& graph, KernelTabs& tabs, TargetList& targets,
                         ThemeSource& theme, QObject* parent)
    : QObject(parent), workbench_(workbench), graph_(graph), tabs_(tabs), targets_(targets), theme_(theme) {
  connect(&tabs, &KernelTabs::comparisonWanted, this, [this](const std::string& left, const std::string& right) {
    if (const KernelPage* page = tabs_.current()) ofVersions(*page, left, right);
  });
}

void Comparisons::ofVersions() {
  const KernelPage* page = tabs_.current();
  if (page && workbench_.session().document()) ofVersions(*page, page->scriptBefore(), ss(page->view()->script()));
}

namespace {

// To compile for, and to run on where the target can be reached.
ActiveTarget target_of(const TargetEntry& entry, const TargetList& targets) {
  if (entry.here()) return local_cpu_facts();
  if (entry.runs())
    if (Result<target::Connection> to = targets.connection(entry.id); to.value && to->facts_known)
      return ActiveTarget(std::move(*to));
  ActiveTarget described(*entry.facts);
  if (!entry.why.isEmpty()) described.why_not_run = entry.why;
  return described;
}

}  // namespace

std::vector<ActiveTarget> Comparisons::compiledTargets() const {
  std::vector<ActiveTarget> found{workbench_.activeTarget()};
  for (const TargetEntry& entry : targets_.entries())
    if (entry.facts && !(*entry.facts == workbench_.target()) && !entry.facts->runs_on_threads()) {
      found.push_back(target_of(entry, targets_));
      found.back().facts.id = entry.id;
    }
  return found;
}

void Comparisons::ofVersions(const KernelPage& page, const std::string& left, const std::string& right) {
  auto* view = new KernelComparison(
      workbench_,
      {page.title(), page.task(), page.defaultScript(), page.view()->sizes()->values(), page.view()->diff()->others()},
      [this] { return compiledTargets(); }, &tabs_);
  connect(&targets_, &TargetList::changed, view, &KernelComparison::refreshTargets);
  connect(view, &KernelComparison::measured, this,
          [this, task = page.task(), default_script = page.defaultScript()](const std::string& script,
                                                                            const workspace::Measurement& measurement) {
            tabs_.record(task, script, default_script, measurement);
          });
  tabs_.setCurrentIndex(tabs_.addTab(view, tr("Compare %1").arg(page.title())));
  view->compare(left, right);
}

// Of the last run of the network with these groups. Times are kept of the present ones.
QString Comparisons::timeOf(const std::shared_ptr<const fusion::Fusion>& fusion) const {
  const bool present = fusion && fusion == workbench_.session().lastFusion();
  const NetworkTimes* times = present ? graph_.colours().times() : nullptr;
  return times ? tr("%1 on %2", "time, target").arg(duration_text(times->total), qs(times->target))
               : tr("not measured");
}

CompareView* Comparisons::open(const QString& title) {
  auto* view = new CompareView(workbench_.jobs(), graph_.layoutFunction(), &tabs_);
  view->setTheme(theme_.theme());
  connect(&theme_, &ThemeSource::changed, view, [this, view] { view->setTheme(theme_.theme()); });
  tabs_.setCurrentIndex(tabs_.addTab(view, title));
  return view;
}

void Comparisons::chooseFile() {
  const QString types = tabs_.current() ? tr("Schedules (*.py *.ipynb)") : tr("Models (*.onnx *.txt *.relay)");
  const QString path = ask_for_file(tabs_.window(), tr("Compare with"), {types, tr("All files (*)")});
  if (path.isEmpty()) return;
  if (KernelPage* page = tabs_.current())
    withSchedule(*page, path);
  else
    withFile(path);
}

// Of a file of Python the script of its first schedule; what TVM printed as it is.
void Comparisons::withSchedule(KernelPage& page, const QString& path) {
  const QString name = QFileInfo(path).fileName();
  struct Read {
    std::string text;
    Diagnostics diagnostics;
  };
  workbench_.jobs().run<Read>(
      QStringLiteral("open other"), tr("Opening %1").arg(name), this,
      [file = path.toStdString()](const CancelToken&) -> Read {
        Result<std::string> text = read_whole_file(file);
        if (!text.value) return {{}, std::move(text.diagnostics)};
        if (tvmscript::is_tvmscript(*text)) return {std::move(*text), {}};
        flatten::Opened opened = flatten::open(*text);
        return {std::move(opened.script), std::move(opened.diagnostics)};
      },
      [this, page = QPointer<KernelPage>(&page), name, path](const Read& read) {
        if (read.text.empty()) {
          workbench_.session().report(QStringLiteral("compare"), read.diagnostics);
          Q_EMIT workbench_.message(tr("%1 cannot be compared: it has no schedule").arg(path));
        } else if (page) {
          page->compareWithText(name, read.text);
        }
      });
}

void Comparisons::withFile(const QString& path) {
  const DocumentSession& session = workbench_.session();
  if (!session.model()) return;
  const CompareSide here{QString::fromStdString(session.document()->title()), session.graph(), nullptr,
                         timeOf(session.lastFusion())};
  const bool source = session.stage() == DocumentSession::Stage::Source;
  workbench_.jobs().run<workspace::Opened>(
      QStringLiteral("open other"), tr("Opening %1").arg(QFileInfo(path).fileName()), this,
      [file = path.toStdString()](const CancelToken& cancel) {
        model::OpenOptions options;
        options.cancel = cancel;
        return workspace::open(file, options);
      },
      [this, here, source, path](const workspace::Opened& opened) {
        if (!opened.model || opened.model->snapshots.empty()) {
          workbench_.session().report(QStringLiteral("compare"), opened.diagnostics);
          Q_EMIT workbench_.message(tr("%1 cannot be compared: it is not a model").arg(path));
          return;
        }
        const auto& snapshots = opened.model->snapshots;
        const QString name = QFileInfo(path).fileName();
        open(tr("Compare with %1").arg(name))
            ->compare(here, {name, (source ? snapshots.front() : snapshots.back()).graph, nullptr, tr("not measured")});
      });
}

void Comparisons::withSource() {
  const model::Model* model = workbench_.session().model();
  if (!model || model->snapshots.size() < 2) return;
  // What each pass recorded of its nodes, one after the other.
  std::map<NodeId, NodeId> known = model->snapshots[1].from_previous;
  for (size_t i = 2; i < model->snapshots.size(); ++i) {
    std::map<NodeId, NodeId> next;
    for (const auto& [from, to] : known)
      if (const auto at = model->snapshots[i].from_previous.find(to); at != model->snapshots[i].from_previous.end())
        next[from] = at->second;
    known = std::move(next);
  }
  open(tr("Source and optimized"))
      ->compare({tr("As the file has it"), model->snapshots.front().graph, nullptr},
                {tr("After all passes"), model->snapshots.back().graph, nullptr}, std::move(known));
}

void Comparisons::ofWhatIf() {
  const workspace::FusionView* change = workbench_.session().lastDifference();
  if (!change) return;
  const auto& graph = change->model->snapshots.back().graph;
  open(tr("Before and after the what-if"))
      ->compare({tr("Groups before"), graph, change->before, timeOf(change->before)},
                {tr("Groups after"), graph, change->fusion, timeOf(change->fusion)});
}

void Comparisons::ofRewriting(std::shared_ptr<const graph::Graph> before, std::shared_ptr<const graph::Graph> after) {
  open(tr("Before and after the rules"))
      ->compare({tr("Before the rules"), std::move(before), nullptr},
                {tr("After the rules"), std::move(after), nullptr});
}

void Comparisons::chooseSettings() {
  if (!workbench_.session().model()) return;
  auto* dialog = new FusionDialog(workbench_.session().document()->choices().fusion, tabs_.window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] { ofSettings(dialog->choices(0), dialog->choices(1)); });
  dialog->open();
}

void Comparisons::ofSettings(const workspace::FusionChoices& left, const workspace::FusionChoices& right) {
  if (!workbench_.session().model()) return;
  using Both = std::array<workspace::FusionView, 2>;
  workbench_.jobs().run<Both>(
      QStringLiteral("compare settings"), tr("Fusing in two ways"), this,
      [model = workbench_.session().document()->model(), left, right,
       target = workbench_.target()](const CancelToken&) {
        return Both{workspace::compute_fusion(model, left, target), workspace::compute_fusion(model, right, target)};
      },
      [this, left, right](const Both& both) {
        const auto& graph = both[0].model->snapshots.back().graph;
        const workspace::Document* document = workbench_.session().document();
        const auto time = [&](const workspace::FusionChoices& choices) {
          const bool present = document && document->choices().fusion == choices;
          return timeOf(present ? workbench_.session().lastFusion() : nullptr);
        };
        open(tr("Two fusion settings"))
            ->compare({FusionDialog::title_of(left), graph, both[0].fusion, time(left)},
                      {FusionDialog::title_of(right), graph, both[1].fusion, time(right)});
      });
}

}  // namespace nw::window
