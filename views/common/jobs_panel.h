// SPDX-License-Identifier: GPL-3.0-or-later
// Running jobs, each with a button to stop it, and the log of finished jobs with their times.
#pragma once

#include <QWidget>

class QPlainTextEdit;
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
  void refill();

  Workbench& workbench_;
  QWidget* jobs_;
  QVBoxLayout* rows_;
  QPlainTextEdit* log_;
  bool at_end_ = true;  // its newest line is in sight
};

}  // namespace nw::views
