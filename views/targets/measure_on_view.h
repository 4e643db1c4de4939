// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel measured on the targets that are checked, one after the other, as a table.
#pragma once

#include <QWidget>
#include <functional>
#include <map>
#include <string>

class QLabel;
class QListWidget;
class QPushButton;
class QTableView;

namespace nw::views {

class TargetList;
class TargetRunsModel;
class Workbench;
struct TargetRun;

class MeasureOnView : public QWidget {
  Q_OBJECT

 public:
  struct Kernel {
    std::string script;
    std::map<std::string, int64_t> sizes;  // values of symbolic ones
  };
  using Source = std::function<Kernel()>;  // asked when a measurement begins; no script: the kernel is gone

  MeasureOnView(Workbench& workbench, TargetList& targets, Source source, QWidget* parent = nullptr);
  ~MeasureOnView() override;
  void measure();
  void stop();
  bool running() const { return running_; }
  QListWidget* list() const { return list_; }
  TargetRunsModel* model() const { return model_; }

 private:
  void build();
  void refill();
  void showWhy();
  void next();
  void finished(TargetRun run);
  void setRunning(bool running);
  QString purpose() const;

  Workbench& workbench_;
  TargetList& targets_;
  Source source_;
  Kernel kernel_;  // that is being measured
  size_t row_ = 0;
  bool running_ = false;
  TargetRunsModel* model_;
  QListWidget* list_;
  QTableView* table_;
  QLabel* why_;
  QPushButton *start_, *compare_, *copy_;
};

}  // namespace nw::views
