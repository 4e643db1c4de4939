// SPDX-License-Identifier: GPL-3.0-or-later
// The conformance suite (nestwright-plugin-check) for a target, as a job: a row for each check as it ends.
#pragma once

#include <QWidget>
#include <memory>
#include <string>

class QLabel;
class QPushButton;
class QTableView;

namespace nw::views {

class CheckResultsModel;
class LinkReports;
class Workbench;

class CheckPage : public QWidget {
  Q_OBJECT

 public:
  explicit CheckPage(Workbench& workbench, QWidget* parent = nullptr);
  ~CheckPage() override;
  void setTarget(const std::string& id, bool can_run);
  void start();
  void stop();
  bool running() const { return !checked_.empty(); }
  CheckResultsModel* model() const { return model_; }
  QPushButton* startButton() const { return start_; }
  QPushButton* copyButton() const { return copy_; }

 private:
  void take(const QString& line);
  void finished(const QString& problem);
  void showState();
  QString purpose() const;

  Workbench& workbench_;
  std::string target_;
  bool can_run_ = false;
  std::string checked_;  // the target that is being checked; empty: none is
  std::string of_;       // the target that the rows are of
  QString problem_;      // why the suite could not be run
  std::shared_ptr<LinkReports> reports_;
  CheckResultsModel* model_;
  QTableView* table_;
  QLabel* summary_;
  QPushButton *start_, *copy_;
};

}  // namespace nw::views
