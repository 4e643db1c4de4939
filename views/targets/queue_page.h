// SPDX-License-Identifier: GPL-3.0-or-later
// What runs on a target and what waits there, each to be cancelled.
#pragma once

#include <QWidget>
#include <string>

class QPushButton;
class QTableView;

namespace nw::views {

class Jobs;
class RowsModel;

class QueuePage : public QWidget {
  Q_OBJECT

 public:
  explicit QueuePage(Jobs& jobs, QWidget* parent = nullptr);
  void setTarget(const std::string& id);
  QTableView* table() const { return table_; }
  QPushButton* cancelButton() const { return cancel_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void refill();
  void cancel();

  Jobs& jobs_;
  std::string target_;
  RowsModel* rows_;
  QTableView* table_;
  QPushButton* cancel_;
};

}  // namespace nw::views
