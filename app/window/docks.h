// SPDX-License-Identifier: GPL-3.0-or-later
// The panels around the middle, and their named layouts.
#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <QStringList>
#include <array>

#include "window/fold.h"

class QDockWidget;

namespace nw::views {
class HistoryPanel;
class InspectorPanel;
class ModelSizes;
class JobsPanel;
class OperatorsPanel;
class OutlinePanel;
class PatternsPanel;
class MemoryPanel;
class ProblemsPanel;
class RunPanel;
class TargetList;
class TargetsPanel;
class Workbench;
}  // namespace nw::views

namespace nw::window {

struct Docks {
  static constexpr int kStateVersion = 5;

  Docks(QMainWindow* window, views::Workbench& workbench, views::TargetList& target_list);
  // "Explore", "Fusion", "Kernel", "Profile".
  static QStringList layouts();
  void apply(const QString& layout);
  void show(QDockWidget* dock);  // unfolded, and in front of those that share its place
  // The same, and where it is only a few lines high, with room to work in; once in each arrangement: then the size is
  // the person's.
  void showWithRoom(QDockWidget* dock);
  void reset() { apply(layouts().front()); }
  // Graph and kernels (with their comparisons and explanations) want different panels: each keeps its own arrangement.
  void setMode(bool kernel);
  // Before anything is open there is nothing to show around the middle.
  void setShown(bool shown);
  // An arrangement that an earlier run saved; used when the panels are shown for the first time.
  void restore(const QByteArray& arrangement);

  // The panels as a person has arranged them, for graphs and for kernels; empty: not arranged yet.
  struct Arrangement {
    QByteArray graph, kernel;  // as QMainWindow::saveState()
    bool graph_folded = false, kernel_folded = false;
    std::array<bool, 2> gave_room{};  // showWithRoom() was there, for graphs and for kernels
    bool operator==(const Arrangement&) const = default;
  };
  Arrangement arrangement();
  void adopt(const Arrangement& arrangement);
  void hideFloating();  // those in windows of their own, which stay when the window of the panels is hidden

  QMainWindow* window;
  views::OutlinePanel* outline;
  views::ModelSizes* sizes;  // above the inspector
  views::InspectorPanel* inspector;
  views::ProblemsPanel* problems;
  views::OperatorsPanel* operators;
  views::HistoryPanel* history;
  views::JobsPanel* jobs;
  views::PatternsPanel* patterns;
  views::TargetsPanel* targets;
  views::RunPanel* run;
  views::MemoryPanel* memory;
  QDockWidget *outline_dock, *inspector_dock, *problems_dock, *operators_dock, *history_dock, *jobs_dock,
      *patterns_dock, *targets_dock, *run_dock, *memory_dock;
  QList<QDockWidget*> below() const;  // that share the place below the middle, from left to right
  Fold* fold;

 private:
  bool shown_ = true;
  QByteArray kept_;      // the arrangement while nothing is shown
  QByteArray restored_;  // that of an earlier run; empty: none, or it has been used
  // Sizes belong to a window that has been laid out: before it is shown for the first time, it has none to keep.
  bool laid_out_ = false;
  bool kept_folded_ = false;
  std::array<bool, 2> gave_room_{};  // in the arrangement of graphs, of kernels
  bool kernel_mode_ = false;
  QByteArray other_;           // the arrangement of the mode that is not on
  bool other_folded_ = false;  // and whether its panels below are folded

  void place(QDockWidget* dock, Qt::DockWidgetArea area);
  void giveRoom(QDockWidget* dock);
  void resizeSides();  // outline and inspector to a share of the window
  QDockWidget* dock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
};

}  // namespace nw::window
