// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel measured on the targets that are checked, one after the other, as a table, and the code
// of two of them side by side.
#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <functional>
#include <string>

#include "targets/target_run.h"

class QLabel;
class QListWidget;
class QPushButton;
class QTableView;

namespace nw::views {

class AssemblyPair;
class TargetList;
class Workbench;

class MeasureOnView : public QWidget {
  Q_OBJECT

 public:
  using Source = std::function<KernelToMeasure()>;  // asked when a measurement begins; no script: the kernel is gone
  using Keep = std::function<void(const KernelToMeasure&, const measure::RunReport&)>;  // given each one that ran

  MeasureOnView(Workbench& workbench, TargetList& targets, Source source, Keep keep, QWidget* parent = nullptr);
  ~MeasureOnView() override;
  void measure();
  void stop();
  bool running() const { return running_; }
  QListWidget* list() const { return list_; }
  QTableView* table() const { return table_; }
  QPushButton* startButton() const { return start_; }
  AssemblyPair* assemblies() const { return assemblies_; }
  TargetRunsModel* model() const { return model_; }

 private:
  void build();
  void refill();
  void showStates();
  void showWhy();
  void showCode();
  void next();
  void finished(TargetRun run);
  void setRunning(bool running);
  QString purpose() const;

  Workbench& workbench_;
  TargetList& targets_;
  Source source_;
  Keep keep_;
  KernelToMeasure kernel_;  // that is being measured
  size_t row_ = 0;
  QElapsedTimer since_;  // the first of them began
  bool running_ = false;
  TargetRunsModel* model_;
  QListWidget* list_;
  QTableView* table_;
  AssemblyPair* assemblies_;
  QLabel* why_;
  QPushButton *start_, *compare_, *copy_;
};

}  // namespace nw::views
