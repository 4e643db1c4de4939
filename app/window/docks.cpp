// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/docks.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "common/history_filter.h"
#include "common/history_panel.h"
#include "common/inspector_panel.h"
#include "common/jobs_panel.h"
#include "common/model_sizes.h"
#include "common/operators_panel.h"
#include "common/outline_panel.h"
#include "common/problems_panel.h"
#include "patterns/patterns_panel.h"
#include "run/memory_panel.h"
#include "run/run_panel.h"
#include "targets/targets_panel.h"

namespace nw::window {

namespace {
constexpr int kRoomy = 900;  // pixels of a window's height

// The history, with whose times it shows above it.
QWidget* with_filter(views::HistoryPanel* history) {
  auto* page = new QWidget;
  auto* filter = new views::HistoryFilter(*history, page);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 4, 12, 4);
  row->addWidget(filter);
  row->addStretch(1);
  column->addLayout(row);
  column->addWidget(history, 1);
  return page;
}

QWidget* inspector_side(views::ModelSizes* sizes, views::InspectorPanel* inspector) {
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(sizes);
  column->addWidget(inspector, 1);
  side->setFocusProxy(inspector);
  return side;
}

struct DocksText {
  Q_DECLARE_TR_FUNCTIONS(nw::window::Docks)
};
}  // namespace

Docks::Docks(QMainWindow* main, views::Workbench& workbench, views::TargetList& target_list)
    : window(main),
      outline(new views::OutlinePanel(workbench)),
      sizes(new views::ModelSizes(workbench)),
      inspector(new views::InspectorPanel(workbench)),
      problems(new views::ProblemsPanel(workbench)),
      operators(new views::OperatorsPanel(workbench)),
      history(new views::HistoryPanel(workbench)),
      jobs(new views::JobsPanel(workbench)),
      patterns(new views::PatternsPanel(workbench)),
      targets(new views::TargetsPanel(workbench, target_list)),
      run(new views::RunPanel(workbench)),
      memory(new views::MemoryPanel(workbench)) {
  window->setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks |
                         QMainWindow::GroupedDragging);
  window->setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  outline_dock = dock(QStringLiteral("outline"), DocksText::tr("Outline"), outline, Qt::LeftDockWidgetArea);
  inspector_dock = dock(QStringLiteral("inspector"), DocksText::tr("Inspector"), inspector_side(sizes, inspector),
                        Qt::RightDockWidgetArea);
  problems_dock = dock(QStringLiteral("problems"), DocksText::tr("Problems"), problems, Qt::BottomDockWidgetArea);
  operators_dock = dock(QStringLiteral("operators"), DocksText::tr("Operators"), operators, Qt::BottomDockWidgetArea);
  history_dock =
      dock(QStringLiteral("history"), DocksText::tr("History"), with_filter(history), Qt::BottomDockWidgetArea);
  jobs_dock = dock(QStringLiteral("jobs"), DocksText::tr("Log and jobs"), jobs, Qt::BottomDockWidgetArea);
  patterns_dock = dock(QStringLiteral("patterns"), DocksText::tr("Patterns"), patterns, Qt::BottomDockWidgetArea);
  targets_dock = dock(QStringLiteral("targets"), DocksText::tr("Targets"), targets, Qt::BottomDockWidgetArea);
  run_dock = dock(QStringLiteral("run"), DocksText::tr("Run"), run, Qt::BottomDockWidgetArea);
  memory_dock = dock(QStringLiteral("memory"), DocksText::tr("Memory"), memory, Qt::BottomDockWidgetArea);
  // Tabs name these already.
  for (QDockWidget* each : below()) each->setTitleBarWidget(new QWidget(each));
  fold = new Fold(window, below());
  // Filter, header and totals leave little of the table in a panel of the usual height. Arrangements have own heights.
  QObject::connect(operators_dock, &QDockWidget::visibilityChanged, fold, [this](bool visible) {
    if (!visible || fold->arranging() || !shown_) return;
    QMetaObject::invokeMethod(
        fold,
        [this] {
          if (shown_ && !fold->folded() && operators->isVisible()) giveRoom(operators_dock);
        },
        Qt::QueuedConnection);
  });
  reset();
}

QList<QDockWidget*> Docks::below() const {
  return {problems_dock, operators_dock, run_dock, memory_dock, history_dock, jobs_dock, targets_dock, patterns_dock};
}

QDockWidget* Docks::dock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
  auto* made = new QDockWidget(title, window);
  made->setObjectName(name);
  made->setWidget(content);
  made->setAccessibleName(title);
  window->addDockWidget(area, made);
  return made;
}

// What is there already is left alone: its tabs would be rebuilt.
void Docks::place(QDockWidget* dock, Qt::DockWidgetArea area) {
  if (dock->isFloating()) dock->setFloating(false);
  if (window->dockWidgetArea(dock) != area) window->addDockWidget(area, dock);
}

void Docks::show(QDockWidget* dock) {
  fold->setFolded(false);
  dock->show();
  dock->raise();
}

void Docks::showWithRoom(QDockWidget* dock) {
  show(dock);
  giveRoom(dock);
}

void Docks::giveRoom(QDockWidget* dock) {
  const int wanted = std::clamp(window->height() * 3 / 10, 200, 360);
  if (dock->isFloating() || std::exchange(gave_room_[kernel_mode_], true) || dock->height() >= wanted) return;
  window->resizeDocks({dock}, {wanted}, Qt::Vertical);
}

QStringList Docks::layouts() {
  return {DocksText::tr("Explore"), DocksText::tr("Fusion"), DocksText::tr("Kernel"), DocksText::tr("Profile")};
}

void Docks::setMode(bool kernel) {
  if (kernel == kernel_mode_) return;
  kernel_mode_ = kernel;
  const QByteArray wanted = other_;
  const bool folded = std::exchange(other_folded_, fold->folded());
  fold->setFolded(false);
  other_ = window->saveState(kStateVersion);
  if (wanted.isEmpty()) return apply(layouts().at(kernel ? 2 : 0));
  fold->setArranging(true);
  window->restoreState(wanted, kStateVersion);
  fold->setArranging(false);
  fold->setFolded(folded);
}

void Docks::setShown(bool shown) {
  if (!std::exchange(shown_, shown) == !shown) return;
  fold->setArranging(true);
  if (shown) {
    const bool earlier = !restored_.isEmpty();
    window->restoreState(earlier ? std::exchange(restored_, {}) : kept_, kStateVersion);
    // The main window distributes its width once the panels are in its layout.
    if (!std::exchange(laid_out_, true) && !earlier)
      QMetaObject::invokeMethod(window, [this] { resizeSides(); }, Qt::QueuedConnection);
  } else {
    kept_folded_ = fold->folded();
    fold->setFolded(false);
    kept_ = window->saveState(kStateVersion);
    for (QDockWidget* each : QList<QDockWidget*>{outline_dock, inspector_dock} + below()) each->hide();
  }
  fold->setArranging(false);
  if (shown) fold->setFolded(kept_folded_);
}

Docks::Arrangement Docks::arrangement() {
  Arrangement all;
  all.gave_room = gave_room_;
  (kernel_mode_ ? all.graph : all.kernel) = other_;
  (kernel_mode_ ? all.graph_folded : all.kernel_folded) = other_folded_;
  QByteArray& now = kernel_mode_ ? all.kernel : all.graph;
  bool& folded = kernel_mode_ ? all.kernel_folded : all.graph_folded;
  folded = shown_ ? fold->folded() : kept_folded_;
  if (shown_) {
    fold->setArranging(true);
    fold->setFolded(false);
    now = window->saveState(kStateVersion);
    fold->setFolded(folded);
    fold->setArranging(false);
  } else if (!restored_.isEmpty() || laid_out_) {  // else its sizes are those of no window
    now = restored_.isEmpty() ? kept_ : restored_;
  }
  return all;
}

void Docks::adopt(const Arrangement& arrangement) {
  const QByteArray& now = kernel_mode_ ? arrangement.kernel : arrangement.graph;
  const bool folded = kernel_mode_ ? arrangement.kernel_folded : arrangement.graph_folded;
  if (const QByteArray& other = kernel_mode_ ? arrangement.graph : arrangement.kernel; !other.isEmpty()) {
    other_ = other;
    other_folded_ = kernel_mode_ ? arrangement.graph_folded : arrangement.kernel_folded;
  }
  gave_room_ = arrangement.gave_room;
  if (now.isEmpty()) return;
  if (!shown_) {
    restored_ = now;
    kept_folded_ = folded;
    return;
  }
  fold->setArranging(true);
  fold->setFolded(false);
  window->restoreState(now, kStateVersion);
  fold->setArranging(false);
  fold->setFolded(folded);
}

void Docks::hideFloating() {
  for (QDockWidget* each : QList<QDockWidget*>{outline_dock, inspector_dock} + below())
    if (each->isFloating()) each->hide();
}

void Docks::restore(const QByteArray& arrangement) {
  restored_ = arrangement;
}

void Docks::resizeSides() {
  constexpr int kMinWidth = 240, kMaxOutline = 300, kMaxInspector = 340;
  window->resizeDocks({outline_dock, inspector_dock},
                      {std::clamp(window->width() / 5, kMinWidth, kMaxOutline),
                       std::clamp(window->width() / 4, kMinWidth, kMaxInspector)},
                      Qt::Horizontal);
}

void Docks::apply(const QString& layout) {
  const qsizetype which = layouts().indexOf(layout);
  fold->setArranging(true);
  fold->setFolded(false);
  window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  window->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
  place(outline_dock, Qt::LeftDockWidgetArea);
  place(inspector_dock, Qt::RightDockWidgetArea);
  const QList<QDockWidget*> all = below();
  for (QDockWidget* each : all) place(each, Qt::BottomDockWidgetArea);
  const QList<QDockWidget*> together = window->tabifiedDockWidgets(problems_dock);
  for (qsizetype i = 1; i < all.size(); ++i)
    if (!together.contains(all[i])) window->tabifyDockWidget(all[i - 1], all[i]);
  for (QDockWidget* each : all) each->show();
  patterns_dock->setVisible(which == 0 || which == 1);
  outline_dock->setVisible(which < 2);
  inspector_dock->setVisible(which == 0 || which == 1);
  (which == 3 ? operators_dock : problems_dock)->raise();
  outline->showGroups(which == 1);
  resizeSides();
  window->resizeDocks({problems_dock}, {which == 3 ? std::max(260, window->height() * 2 / 5) : 150}, Qt::Vertical);
  fold->setArranging(false);
  // Loops, script and nest need the height of a small window more than a list that is mostly empty does.
  fold->setFolded(which == 2 && window->height() < kRoomy);
}

}  // namespace nw::window
