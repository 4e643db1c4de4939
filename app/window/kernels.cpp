// SPDX-License-Identifier: GPL-3.0-or-later
// The window's kernel tabs.
#include <QDockWidget>
#include <QFileInfo>
#include <QInputDialog>
#include <QSettings>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>

#include "common/command_palette.h"
#include "common/history_panel.h"
#include "common/text.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/measure.h"
#include "kernel/schedule_menu.h"
#include "schedule/catalogue.h"
#include "window/actions.h"
#include "window/docks.h"
#include "window/file_dialogs.h"
#include "window/main_window.h"
#include "window/start_page.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::connectKernelActions() {
  const Actions& a = *actions_;
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  on(a.edit_kernel, [this] {
    const Selection& selection = workbench_.session().selection();
    GroupId group = selection.group;
    if (const auto fusion = workbench_.session().fusion(); fusion && selection.node.valid())
      if (auto found = fusion->group_of.find(selection.node); found != fusion->group_of.end()) group = found->second;
    if (group.valid()) openKernel(group);
  });
  on(a.run, [this] {
    if (KernelPage* page = currentKernel())
      page->running() ? page->cancelRun() : page->run();
    else
      runNetwork();
  });
  on(a.measure_branch, [this] {
    if (KernelPage* page = currentKernel()) page->measureBranch();
  });
  on(a.time_limit, [this] { askTimeLimit(); });
  connect(docks_->history, &HistoryPanel::compareWanted, this, &MainWindow::compareStates);
  on(a.export_kernel, [this] { exportKernel(); });
  palette_->addSource([this] { return kernelCommands(); });
}

void MainWindow::askTimeLimit() {
  constexpr int kDay = 24 * 60 * 60;
  bool chosen = false;
  const int seconds =
      QInputDialog::getInt(this, tr("Time limit of a run"),
                           tr("A kernel is stopped after so many seconds, compiling included. A network has ten times "
                              "as long."),
                           workbench_.timeLimit(), 1, kDay, 10, &chosen);
  if (!chosen) return;
  workbench_.setTimeLimit(seconds);
  if (settings_) settings_->setValue(QStringLiteral("timeLimit"), seconds);
}

// The primitive's name, and the key that does it in the loop tree.
static QString detailOf(const advise::Candidate& candidate) {
  const schedule::PrimitiveInfo& row = schedule::info(candidate.primitive);
  const QString name = QString::fromLatin1(row.name);
  return row.key == 0 ? name : QStringLiteral("%1   %2").arg(name, QString(QLatin1Char(row.key)));
}

// What can be done with the selected loop or stage of the kernel on screen.
std::vector<Command> MainWindow::kernelCommands() {
  std::vector<Command> commands;
  KernelPage* page = currentKernel();
  if (!page) return commands;
  QTabWidget* faces = page->view()->detailTabs();
  for (int i = 0; i < faces->count(); ++i)
    commands.push_back({tr("Show: %1").arg(faces->tabText(i)), {}, [faces, i] { faces->setCurrentIndex(i); }});
  if (page->group().valid()) {
    ScheduleMenu* schedules = page->schedules();
    commands.push_back({tr("Kernel: new schedule from this one"), {}, [schedules] { schedules->copy(); }});
    commands.push_back({tr("Kernel: new schedule from plain loops"), {}, [schedules] { schedules->startPlain(); }});
    for (const std::string& name : schedules->names())
      if (name != schedules->active())
        commands.push_back({name.empty() ? tr("Kernel: choose the default schedule")
                                         : tr("Kernel: choose the schedule “%1”").arg(qs(name)),
                            {},
                            [schedules, name] { schedules->use(name); }});
    if (const std::string now = schedules->active(); !now.empty()) {
      commands.push_back(
          {tr("Kernel: rename the schedule “%1”…").arg(qs(now)), {}, [schedules] { schedules->askForName(); }});
      commands.push_back(
          {tr("Kernel: remove the schedule “%1”").arg(qs(now)), {}, [schedules] { schedules->remove(); }});
    }
    commands.push_back(
        {tr("Kernel: apply these steps to another kernel…"), {}, [schedules] { schedules->chooseOther(); }});
  }
  LoopTreeView* tree = page->view()->treeView();
  if (const QModelIndex row = tree->currentIndex(); row.data(LoopTreeModel::IsAxisRole).toBool())
    commands.push_back({tr("Kernel: split %1 by a factor of choice").arg(row.siblingAtColumn(0).data().toString()),
                        QStringLiteral("S"), [tree] { tree->splitChips(); }});
  // Found by what they say and by the primitive's name.
  for (const advise::Candidate& candidate : tree->candidates())
    if (candidate.legal)
      commands.push_back({tr("Kernel: %1").arg(qs(candidate.edit.label)), detailOf(candidate),
                          [tree, candidate] { tree->take(candidate); }});
  return commands;
}

void MainWindow::exportKernel() {
  KernelPage* page = currentKernel();
  if (!page) return;
  const std::vector<std::pair<QString, const char*>> forms = {{tr("TE script (*.py)"), "te"},
                                                              {tr("C program with a main (*.c)"), "c"},
                                                              {tr("Halide C++ (*.cpp)"), "halide"},
                                                              {tr("TVM tir.Schedule (*.tir.py)"), "tir"},
                                                              {tr("Tuning record (*.json)"), "ansor"},
                                                              {tr("One HTML file (*.html)"), "html"},
                                                              {tr("Object and header (*.o)"), "object"},
                                                              {tr("LLVM IR (*.ll)"), "llvm"},
                                                              {tr("Assembly (*.s)"), "asm"}};
  QStringList types;
  for (const auto& [type, kind] : forms) types << type;
  const QString folder = QFileInfo(qs(workbench_.session().document()->path())).path();
  const SaveAs chosen =
      ask_where_to_save(this, tr("Export the kernel"), folder + QLatin1Char('/') + page->fileName(), types);
  if (!chosen.path.isEmpty()) page->exportAs(chosen.path, forms[static_cast<size_t>(chosen.type)].second);
}

KernelPage* MainWindow::currentKernel() const {
  return qobject_cast<KernelPage*>(tabs_->currentWidget());
}

void MainWindow::openKernel(GroupId group) {
  finishOpening();
  for (int i = 1; i < tabs_->count(); ++i) {
    auto* page = qobject_cast<KernelPage*>(tabs_->widget(i));
    if (!page || page->group() != group) continue;
    tabs_->setCurrentIndex(i);
    return;
  }
  // Made where it stays: moved there, all of it would be styled twice.
  auto* page = new KernelPage(&workbench_, group, peaks_,
                              tabs_->findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly));
  connect(page, &KernelPage::titleChanged, this,
          [this, page] { tabs_->setTabText(tabs_->indexOf(page), page->tabTitle()); });
  connect(page, &KernelPage::problemsWanted, this, [this] {
    docks_->fold->setFolded(false);
    docks_->problems_dock->show();
    docks_->problems_dock->raise();
  });
  connect(page->schedules(), &ScheduleMenu::chooseWanted, palette_, &CommandPalette::choose);
  connect(page, &KernelPage::defaultKnown, this, [this, page](const std::string& task, const std::string& script) {
    docks_->history->setDefault(task, script, page->group());
  });
  connect(page, &KernelPage::measuredChanged, this, [this] {
    std::vector<workspace::StateId> waiting;
    std::map<workspace::StateId, Diagnostic> failed;
    for (const KernelPage* each : tabs_->findChildren<KernelPage*>()) {
      for (const workspace::StateId state : each->branch()->runs().waiting_states()) waiting.push_back(state);
      failed.insert(each->branch()->runs().failed().begin(), each->branch()->runs().failed().end());
    }
    docks_->history->setWaiting(std::move(waiting), std::move(failed));
    updateState();
  });
  connect(page, &KernelPage::runningChanged, this, &MainWindow::updateState);
  giveBack(page, group);
  opening_ = page;
  QMetaObject::invokeMethod(this, &MainWindow::finishOpening, Qt::QueuedConnection);
}

// A page is made in events of its own, and shown in another, after them.
void MainWindow::finishOpening() {
  KernelPage* page = opening_;
  opening_ = nullptr;
  if (!page) return;
  const int tab = tabs_->addTab(page, page->tabTitle());
  if (!workbench_.session().model()) tabs_->setTabVisible(0, false);
  tabs_->setCurrentIndex(tab);
  page->view()->treeView()->setFocus();
}

void MainWindow::closeKernel(int tab) {
  if (tab <= 0) return;
  QWidget* page = tabs_->widget(tab);
  tabs_->removeTab(tab);
  tabs_->setTabVisible(0, true);
  delete page;
  if (!workbench_.session().model() && tabs_->count() == 1)
    stack_->setCurrentWidget(start_);  // a script has no graph to go to
  updateState();
}

// They leave at once and are taken apart one an event: many together would hold the window. The graph is shown first,
// else each tab that goes would have the next one shown.
void MainWindow::closeKernels() {
  tabs_->setTabVisible(0, true);
  tabs_->setCurrentIndex(0);
  while (tabs_->count() > 1) {
    auto* page = qobject_cast<KernelPage*>(tabs_->widget(1));
    tabs_->removeTab(1);
    if (!page) continue;
    page->retire();
    leaving_.emplace_back(page);
  }
  if (!leaving_.empty()) QTimer::singleShot(0, this, &MainWindow::deleteOneKernel);
}

void MainWindow::deleteOneKernel() {
  if (leaving_.empty()) return;
  delete leaving_.back();
  leaving_.pop_back();
  if (!leaving_.empty()) QTimer::singleShot(0, this, &MainWindow::deleteOneKernel);
}

void MainWindow::showGroup(GroupId group, bool as_kernel) {
  const auto fusion = workbench_.session().lastFusion();
  if (!fusion || group.index() >= fusion->groups.size()) return;
  workbench_.session().select(Selection::of_group(group));
  if (as_kernel) openKernel(group);
}

}  // namespace nw::window
