// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's actions do, and what the command palette offers.
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <algorithm>

#include "common/command_palette.h"
#include "common/history_panel.h"
#include "common/inspector_panel.h"
#include "common/name_search.h"
#include "common/patterns_panel.h"
#include "common/problems_panel.h"
#include "common/text.h"
#include "common/what_if_commands.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "window/actions.h"
#include "window/docks.h"
#include "window/handbook.h"
#include "window/lessons.h"
#include "window/main_window.h"
#include "window/script_watch.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::connectActions() {
  connectFileActions();
  connectGraphActions();
  connectPartActions();
  connectCompareActions();
  connectKernelActions();
  connectWindowActions();
  connect(&workbench_, &Workbench::stateChanged, this, &MainWindow::updateState);
}

void MainWindow::connectFileActions() {
  const Actions& a = *actions_;
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  on(a.open, [this] { chooseFile(); });
  on(a.open_sample, [this] { openSample(); });
  on(a.paste, [this] { openPasted(QApplication::clipboard()->text(), tr("clipboard")); });
  on(a.save, [this] { save(false); });
  on(a.save_as, [this] { save(true); });
  on(a.export_picture, [this] { exportPicture(); });
  on(a.export_report, [this] { exportReport(); });
  on(a.close_tab, [this] { closeKernel(tabs_->currentIndex()); });
  on(a.quit, [this] { close(); });
  connect(watch_, &ScriptWatch::changed, this, &MainWindow::scriptChanged);
}

void MainWindow::connectGraphActions() {
  const Actions& a = *actions_;
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  on(a.undo, [this] { workbench_.session().undo(); });
  on(a.redo, [this] { workbench_.session().redo(); });
  on(a.find, [this] {
    if (KernelPage* page = currentKernel()) return page->view()->find();
    tabs_->setCurrentWidget(graph_);
    graph_->openFind();
  });
  const auto step = [this](int by) {
    if (KernelPage* page = currentKernel()) return page->view()->findNext(by > 0);
    graph_->stepFind(by);
  };
  on(a.find_next, [step] { step(1); });
  on(a.find_previous, [step] { step(-1); });
  on(a.palette, [this] { palette_->open(); });
  on(a.back, [this] { workbench_.session().goBack(); });
  on(a.forward, [this] { workbench_.session().goForward(); });
  on(a.fit, [this] { graph_->fit(); });
  on(a.expand_all, [this] { graph_->expandAll(); });
  on(a.collapse_all, [this] { graph_->collapseAll(); });
  on(a.default_scopes, [this] { graph_->showDefault(); });
  on(a.source, [this] { workbench_.session().setStage(DocumentSession::Stage::Source); });
  on(a.optimized, [this] { workbench_.session().setStage(DocumentSession::Stage::Optimized); });
  on(a.fused, [this] { workbench_.session().setStage(DocumentSession::Stage::Fused); });
}

void MainWindow::connectWindowActions() {
  const Actions& a = *actions_;
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  auto choose_theme = [this](ThemeSource::Mode mode) {
    theme_.setMode(mode);
    if (settings_) settings_->setValue(QStringLiteral("theme"), static_cast<int>(mode));
  };
  on(a.theme_system, [choose_theme] { choose_theme(ThemeSource::Mode::System); });
  on(a.theme_light, [choose_theme] { choose_theme(ThemeSource::Mode::Light); });
  on(a.theme_dark, [choose_theme] { choose_theme(ThemeSource::Mode::Dark); });
  on(a.reduce_motion, [this](bool on_) {
    graph_->canvas()->setReducedMotion(on_);
    if (settings_) settings_->setValue(QStringLiteral("reduceMotion"), on_);
  });
  on(a.reset_layout, [this] { docks_->reset(); });
  on(a.fold, [this](bool folded) { docks_->fold->setFolded(folded); });
  connect(docks_->fold, &Fold::changed, a.fold, &QAction::setChecked);
  const std::vector<HelpTopic> topics = help_topics();
  for (size_t i = 0; i < topics.size(); ++i) on(a.help[i], [this, name = topics[i].name] { show_help(this, name); });
  on(a.about, [this] { about(); });
}

void MainWindow::connectPanels() {
  connect(docks_->inspector, &InspectorPanel::findRequested, this, [this](const QString& query) {
    tabs_->setCurrentWidget(graph_);
    graph_->openFind();
    graph_->find(query);
  });
  connect(docks_->patterns, &PatternsPanel::compositesFound, graph_, &GraphView::setComposites);
  connect(docks_->inspector, &InspectorPanel::docsRequested, this, &MainWindow::showOnnxDocs);
  connect(docks_->problems, &ProblemsPanel::fixWanted, this, &MainWindow::applyFix);
  connect(docks_->problems, &ProblemsPanel::placeWanted, this, &MainWindow::goToPlace);
  connect(docks_->problems, &ProblemsPanel::explainWanted, this, &MainWindow::explain);
  connect(docks_->problems, &ProblemsPanel::summaryChanged, this, &MainWindow::updateState);
  connect(graph_, &GraphView::pictureChanged, this, &MainWindow::updateState);
  connect(&workbench_, &Workbench::kernelRequested, this, [this](GroupId group) { openKernel(group); });
  connect(&workbench_, &Workbench::message, this,
          [this](const QString& text) { statusBar()->showMessage(text, 6000); });
}

void MainWindow::buildPalette() {
  palette_->addSource([this] {
    std::vector<Command> commands;
    for (QAction* action : actions_->all()) {
      if (!action->isEnabled() || action == actions_->palette) continue;
      QString text = action->text().remove(QLatin1Char('&'));
      const auto& colours = actions_->overlays;
      if (std::find(colours.begin(), colours.end(), action) != colours.end()) text = tr("Colour by: %1").arg(text);
      const auto themes = {actions_->theme_system, actions_->theme_light, actions_->theme_dark};
      if (std::find(themes.begin(), themes.end(), action) != themes.end()) text = tr("Colours (theme): %1").arg(text);
      commands.push_back(
          {text, action->shortcut().toString(QKeySequence::NativeText), [action] { action->trigger(); }});
    }
    for (const Lesson& lesson : lessons())
      commands.push_back({tr("Lesson: %1").arg(lesson.title), {}, [this, lesson] { startLesson(lesson); }});
    if (workbench_.session().document())
      commands.push_back({tr("History: name (tag) the present state…"), QStringLiteral("F2"), [this] {
                            docks_->fold->setFolded(false);
                            docks_->history_dock->show();
                            docks_->history_dock->raise();
                            docks_->history->namePresent();
                          }});
    for (const QString& layout : Docks::layouts())
      commands.push_back({tr("Layout: %1").arg(layout), {}, [this, layout] { docks_->apply(layout); }});
    return commands;
  });
  palette_->addSource([this] { return what_if_commands(workbench_); });
  palette_->setSearch([this](const QString& typed) { searchNames(typed); });
}

void MainWindow::searchNames(const QString& typed) {
  constexpr size_t kMost = 60;
  const auto graph = workbench_.session().graph();
  if (!graph) return palette_->showFound(typed, {});
  workbench_.jobs().run<std::vector<views::NameHit>>(
      QStringLiteral("palette"), tr("Searching names"), this,
      [graph, fusion = workbench_.session().fusion(), typed](const CancelToken& cancel) {
        return views::search_names(*graph, fusion.get(), typed, kMost, cancel);
      },
      [this, graph, typed](const std::vector<views::NameHit>& hits) {
        std::vector<Command> commands;
        for (const views::NameHit& hit : hits)
          commands.push_back({hit.title, hit.detail, [this, graph, node = hit.node, group = hit.group] {
                                if (workbench_.session().graph() != graph) return;  // another file came meanwhile
                                if (group.valid()) return workbench_.openKernel(group);
                                tabs_->setCurrentWidget(graph_);
                                workbench_.session().select(Selection::of_node(node));
                              }});
        palette_->showFound(typed, std::move(commands));
      });
}

}  // namespace nw::window
