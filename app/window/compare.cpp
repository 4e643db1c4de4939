// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs that compare: with another file, with the graph as the file has it, or the groups before and after a what-if.
#include <QFileInfo>
#include <QTabWidget>

#include "graph/compare_view.h"
#include "graph/graph_view.h"
#include "window/actions.h"
#include "window/file_dialogs.h"
#include "window/fusion_dialog.h"
#include "window/main_window.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::connectCompareActions() {
  const Actions& a = *actions_;
  connect(a.compare_file, &QAction::triggered, this, [this] {
    const QString path =
        ask_for_file(this, tr("Compare with"), {tr("Models (*.onnx *.txt *.relay)"), tr("All files (*)")});
    if (!path.isEmpty()) compareWith(path);
  });
  connect(a.compare_source, &QAction::triggered, this, &MainWindow::compareWithSource);
  connect(a.compare_fusion, &QAction::triggered, this, &MainWindow::compareFusions);
  connect(a.compare_settings, &QAction::triggered, this, &MainWindow::askForSettings);
}

CompareView* MainWindow::openComparison(const QString& title) {
  auto* view = new CompareView(workbench_.jobs(), graph_->layoutFunction(), this);
  view->setTheme(theme_.theme());
  connect(&theme_, &ThemeSource::changed, view, [this, view] { view->setTheme(theme_.theme()); });
  tabs_->setCurrentIndex(tabs_->addTab(view, title));
  return view;
}

void MainWindow::compareWith(const QString& path) {
  if (!workbench_.session().model()) return;
  const CompareSide here{QString::fromStdString(workbench_.session().document()->title()), workbench_.session().graph(),
                         nullptr};
  const bool source = workbench_.session().stage() == DocumentSession::Stage::Source;
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
        openComparison(tr("Compare with %1").arg(name))
            ->compare(here, {name, (source ? snapshots.front() : snapshots.back()).graph, nullptr});
      });
}

void MainWindow::compareWithSource() {
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
  openComparison(tr("Source and optimized"))
      ->compare({tr("As the file has it"), model->snapshots.front().graph, nullptr},
                {tr("After all passes"), model->snapshots.back().graph, nullptr}, std::move(known));
}

void MainWindow::compareFusions() {
  const workspace::FusionView* change = workbench_.session().difference();
  if (!change) return;
  const auto& graph = change->model->snapshots.back().graph;
  openComparison(tr("Before and after the what-if"))
      ->compare({tr("Groups before"), graph, change->before}, {tr("Groups after"), graph, change->fusion});
}

void MainWindow::askForSettings() {
  if (!workbench_.session().model()) return;
  auto* dialog = new FusionDialog(workbench_.session().document()->choices().fusion, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this,
          [this, dialog] { compareSettings(dialog->choices(0), dialog->choices(1)); });
  dialog->open();
}

void MainWindow::compareSettings(const workspace::FusionChoices& left, const workspace::FusionChoices& right) {
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
        openComparison(tr("Two fusion settings"))
            ->compare({FusionDialog::title_of(left), graph, both[0].fusion},
                      {FusionDialog::title_of(right), graph, both[1].fusion});
      });
}

}  // namespace nw::window
