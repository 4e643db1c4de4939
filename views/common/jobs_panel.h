// SPDX-License-Identifier: GPL-3.0-or-later
// Running jobs, each with a button to stop it, and the log of finished jobs with their times.
#pragma once

#include <QWidget>
#include <map>

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QVBoxLayout;

namespace nw::views {

class Workbench;

class JobsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit JobsPanel(Workbench& workbench, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  // A row stays the same widget while its job runs: the focus stays on its button.
  struct Row {
    QWidget* row = nullptr;
    QLabel *title = nullptr, *part = nullptr;
    QProgressBar* bar = nullptr;
  };
  Row makeRow(quint64 id, const QString& title);
  void refill();

  Workbench& workbench_;
  QWidget* jobs_;
  QVBoxLayout* rows_;
  std::map<quint64, Row> shown_;  // by job
  QPlainTextEdit* log_;
  bool at_end_ = true;  // its newest line is in sight
};

}  // namespace nw::views
