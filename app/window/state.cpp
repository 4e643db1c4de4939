// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows of the document's state: title, tabs, which actions are on, the status bar.
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>
#include <utility>

#include "common/history_panel.h"
#include "common/inspector_panel.h"
#include "common/outline_panel.h"
#include "common/problems_panel.h"
#include "common/text.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "kernel/measure.h"
#include "window/actions.h"
#include "window/docks.h"
#include "window/lesson_bar.h"
#include "window/main_window.h"
#include "window/start_page.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::updateTheme() {
  const Theme& theme = theme_.theme();
  actions_->setTheme(theme);
  graph_->setTheme(theme);
  docks_->inspector->setTheme(theme);
  docks_->problems->setTheme(theme);
}

void MainWindow::documentChanged() {
  finishOpening();
  closeKernels();
  present_ = {};
  followHistory();
  const bool usable =
      workbench_.session().model() || (workbench_.session().document() && workbench_.session().document()->is_script());
  stack_->setCurrentWidget(usable ? static_cast<QWidget*>(tabs_) : start_);
  if (workbench_.session().openFailed()) {
    const Diagnostics& wrong = workbench_.session().document()->diagnostics();
    start_->setFailure(qs(workbench_.session().document()->path()),
                       wrong.empty() ? tr("The file could not be read.") : qs(wrong.front().message));
  }
  // Its page is an event of its own: telling of the document takes as long.
  script_waits_ = workbench_.session().document() && workbench_.session().document()->is_script();
  if (script_waits_)
    QTimer::singleShot(0, this, [this] {
      if (std::exchange(script_waits_, false)) openKernel(GroupId());
    });
  if (workbench_.session().model()) graph_->setFocus();
  tabs_opening_.clear();
  if (!lesson_->active()) restoreTabs();
  keepJournal();
  watchScript();
  start_->setRecent(recent_.files());
  if (snapshot_menu_) {
    snapshot_menu_->clear();
    if (workbench_.session().model()) {
      const auto& snapshots = workbench_.session().model()->snapshots;
      for (size_t i = 0; i < snapshots.size(); ++i) {
        const QString title = snapshots[i].title.empty() ? qs(snapshots[i].name) : qs(snapshots[i].title);
        snapshot_menu_->addAction(title, this, [this, i] { workbench_.session().showSnapshot(i); });
      }
    }
  }
  docks_->history->refill();
  updateState();
}

// Kernels of other sizes are other kernels: those that are open are opened again.
void MainWindow::modelChanged() {
  finishOpening();
  keepTabs();
  closeKernels();
  updateState();
}

void MainWindow::graphChanged() {
  if (tabs_waiting_.empty() || !workbench_.session().lastFusion()) return;
  tabs_opening_ = std::exchange(tabs_waiting_, {});
  // In an event of their own: all views follow the new graph in this one.
  QMetaObject::invokeMethod(this, &MainWindow::openNextTab, Qt::QueuedConnection);
}

void MainWindow::choicesChanged() {
  followHistory();
  noticeJournal();
  updateState();
}
void MainWindow::diagnosticsChanged() {
  updateState();
}

void MainWindow::updateState() {
  const Actions& a = *actions_;
  workspace::Document* document = workbench_.session().document();
  const bool model = workbench_.session().model() != nullptr;
  setWindowTitle(document && !document->title().empty() ? tr("%1[*] — Nestwright").arg(qs(document->title()))
                                                        : tr("Nestwright"));
  setWindowModified(modified());
  a.undo->setEnabled(workbench_.session().canUndo());
  a.redo->setEnabled(workbench_.session().canRedo());
  a.undo->setText(workbench_.session().canUndo() ? tr("&Undo %1").arg(qs(document->history().undo_label()))
                                                 : tr("&Undo"));
  a.back->setEnabled(workbench_.session().canGoBack());
  a.forward->setEnabled(workbench_.session().canGoForward());
  const bool usable = document && !workbench_.session().openFailed();
  a.save->setEnabled(usable);
  a.save_as->setEnabled(usable);
  for (QAction* action : {a.export_picture, a.export_report, a.fit, a.expand_all, a.collapse_all, a.default_scopes,
                          a.source, a.optimized, a.fused, a.play_fusion, a.passes, a.numbers})
    action->setEnabled(model);
  for (QAction* action : {a.find, a.find_next, a.find_previous}) action->setEnabled(model || currentKernel());
  switch (workbench_.session().stage()) {
    case DocumentSession::Stage::Source:
      a.source->setChecked(true);
      break;
    case DocumentSession::Stage::Optimized:
      a.optimized->setChecked(true);
      break;
    case DocumentSession::Stage::Fused:
      a.fused->setChecked(true);
      break;
  }
  for (QAction* action : a.overlays) action->setEnabled(model);
  a.compare_file->setEnabled(model);
  a.compare_source->setEnabled(model && workbench_.session().model()->snapshots.size() > 1);
  a.compare_settings->setEnabled(model);
  a.compare_fusion->setEnabled(workbench_.session().difference() != nullptr);
  const Selection& selection = workbench_.session().selection();
  for (QAction* action : {a.near, a.only, a.hide}) action->setEnabled(model && !selection.empty());
  a.everything->setEnabled(model && !graph_->part().all());
  a.bookmark->setEnabled(model && selection.kind == Selection::Kind::Node);
  a.edit_kernel->setEnabled(workbench_.session().fusion() &&
                            (selection.kind == Selection::Kind::Node || selection.kind == Selection::Kind::Group));
  // A network is run from its file; pasted text has none.
  a.run->setEnabled(currentKernel() ||
                    (workbench_.session().fusion() && QFileInfo::exists(qs(workbench_.session().model()->path))));
  actions_->setRunning(currentKernel() && currentKernel()->running(), theme_.theme());
  a.measure_branch->setEnabled(currentKernel() != nullptr);
  a.measure_branch->setText(currentKernel() && currentKernel()->branch()->running() ? tr("Stop &measuring the branch")
                                                                                    : tr("&Measure this branch"));
  a.export_kernel->setEnabled(currentKernel() != nullptr);
  a.close_tab->setEnabled(tabs_->currentIndex() > 0);
  const QString problems = docks_->problems->summary();
  status_problems_->setText(problems.isEmpty() ? (document ? tr("No problems") : QString()) : problems);
  docks_->problems_dock->setWindowTitle(problems.isEmpty() ? tr("Problems") : tr("Problems: %1").arg(problems));
  QString counts;
  if (workbench_.session().graph() && graph_->tree()) {
    counts = tr("%n node(s)", nullptr, static_cast<int>(graph_->tree()->order.size()));
    if (const auto fusion = workbench_.session().fusion())
      counts += QStringLiteral(", ") + tr("%n group(s)", nullptr, static_cast<int>(fusion->groups.size()));
  }
  status_graph_->setText(counts);
}

std::vector<std::shared_ptr<const void>> MainWindow::largeValues() const {
  const workspace::Document* document = workbench_.session().document();
  return {document ? document->model() : nullptr, workbench_.session().lastFusion(), workbench_.session().trees(),
          graph_->canvas()->picture(), docks_->outline->rows()};
}

bool MainWindow::settled() const {
  if (!workbench_.settled() || script_waits_ || opening_ || !tabs_waiting_.empty() || !tabs_opening_.empty())
    return false;
  if (workbench_.session().model() && (!graph_->canvas()->picture() || !graph_->settled())) return false;
  for (int i = 1; i < tabs_->count(); ++i)
    if (auto* page = qobject_cast<KernelPage*>(tabs_->widget(i)); page && !page->settled()) return false;
  return true;
}

bool MainWindow::hasErrors() const {
  return has_errors(workbench_.session().diagnostics());
}

bool MainWindow::selectNode(const QString& name) {
  const auto graph = workbench_.session().graph();
  const NodeId node = graph ? graph->find(ss(name)) : NodeId();
  if (node.valid()) {
    workbench_.session().select(Selection::of_node(node));
    return true;
  }
  const qsizetype comma = name.indexOf(QLatin1Char(','));
  if (!graph || comma < 0) return false;
  const NodeId from = graph->find(ss(name.left(comma))), to = graph->find(ss(name.mid(comma + 1)));
  if (from.valid() && to.valid()) workbench_.session().select(Selection::of_edge(from, to));
  return from.valid() && to.valid();
}

}  // namespace nw::window
