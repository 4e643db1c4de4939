// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of a search: what will be tried and how long that takes, the curve and the trials while it runs, a model's
// tasks, the best schedule beside the start's, and what can be done with a trial. It shows models, and asks for what
// its buttons say; the search itself is elsewhere.
#pragma once

#include <QWidget>
#include <memory>

#include "models/tune_tasks_model.h"
#include "models/tune_trials_model.h"
#include "tune/tune_options.h"

QT_BEGIN_NAMESPACE
class QLabel;
class QMenu;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;
class QTabWidget;
class QToolButton;
QT_END_NAMESPACE

namespace nw::kernel {
struct KernelPreview;
}

namespace nw::views {

class DiffView;
class NestView;
class TuneCurve;
class TuneLocks;
class TuneWhy;

class TuneView : public QWidget {
  Q_OBJECT

 public:
  enum class Phase { Preparing, Ready, Running, Pausing, Paused, Closing, Ended, Refused };
  enum class Subject { Kernel, Model };

  explicit TuneView(Subject subject, QWidget* parent = nullptr);
  ~TuneView() override;

  Phase phase() const { return phase_; }
  void setPhase(Phase phase);
  bool measures() const { return phase_ == Phase::Running || phase_ == Phase::Pausing || phase_ == Phase::Closing; }
  void setSummary(const QString& sentence);  // what will be tried, and how long; why nothing can be
  void setCounters(const QString& text);     // how far it is
  TuneOptions* options() const { return options_; }

  TuneTasksModel* tasks() const { return tasks_; }
  QString task() const;  // key of the task whose trials are shown; empty: none, or the search is of one kernel
  void showTask(const QString& key);
  void setTrials(const TuneTrialsModel* trials);
  void setPeak(double us);  // of the shown task
  // The trial that is selected, or else the fastest; -1: there is none with a time.
  int trial() const;
  // The nest of a schedule against the start's; null: there is none to show.
  void compare(const QString& name, std::shared_ptr<const kernel::KernelPreview> nest, const std::string& start);
  void setNarrowing(QMenu* menu);  // null: nothing can be ruled out now
  QTabWidget* pages() const { return pages_; }

  QPushButton* mainButton() const { return main_; }
  QPushButton* stopButton() const { return stop_; }
  QPushButton* takeButton() const { return take_; }
  QPushButton* applyButton() const { return apply_; }
  QPushButton* applyAllButton() const { return apply_all_; }
  QPushButton* oneButton() const { return only_; }
  QTableView* trialsTable() const { return trials_table_; }
  QTableView* tasksTable() const { return tasks_table_; }
  TuneCurve* curve() const { return curve_; }
  TuneWhy* why() const { return why_; }
  NestView* nest() const { return nest_; }     // of the shown trial
  TuneLocks* locks() const { return locks_; }  // what a person has ruled out
  QString summary() const;
  QString counters() const;

 Q_SIGNALS:
  void phaseChanged();
  void startWanted();
  void startOneWanted(const QString& key);  // of a model's tasks
  void pauseWanted();
  void resumeWanted();
  void stopWanted();
  void taskShown(const QString& key);
  void trialShown(int row);  // of the trials; -1: none
  void takeWanted(int row);
  void applyWanted(const QString& key);
  void applyAllWanted();
  void openWanted(const QString& key);

 private:
  void build(Subject subject);
  QWidget* buildHead();
  QWidget* buildTasks();
  QWidget* buildTrials();
  void connectAll();
  void press();
  void updateButtons();

  Phase phase_ = Phase::Preparing;
  bool model_;
  TuneTasksModel* tasks_;
  const TuneTrialsModel* trials_;
  QSortFilterProxyModel *sorted_tasks_, *sorted_trials_;
  QLabel *summary_, *counters_;
  TuneOptions* options_;
  QPushButton *main_, *stop_, *take_, *apply_, *apply_all_, *open_, *only_;
  QToolButton *narrow_, *over_;
  QTableView *tasks_table_, *trials_table_;
  QTabWidget* pages_;
  TuneCurve* curve_;
  NestView* nest_;
  DiffView* diff_;
  TuneWhy* why_;
  TuneLocks* locks_;
};

}  // namespace nw::views
