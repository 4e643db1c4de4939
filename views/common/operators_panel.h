// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operators and groups: sortable, with a filter in the find language and a line of totals. A row selects
// its node or group; Enter opens the kernel. It is computed off the UI thread, while the panel is visible.
#pragma once

#include <QWidget>
#include <memory>

#include "common/viewer.h"
#include "model/operator_table.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QModelIndex;
class QTableView;

namespace nw::views {

class OperatorsModel;
class Workbench;
struct NetworkTimes;

class OperatorsPanel : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit OperatorsPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~OperatorsPanel() override;
  QTableView* table() const { return table_; }
  const OperatorsModel& model() const { return *model_; }

  // How long the groups of the present fusion took; null: nobody has measured them. `limits` of the target of the
  // times.
  void setTimes(const NetworkTimes* times, const model::MachineLimits& limits);
  void sortBy(model::OperatorColumn column, bool descending);

  void documentChanged() override;
  void graphChanged() override;
  void selectionChanged(const Selection& selection) override;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void arrange();
  void refill();
  void showRows();
  void selectFromTable(const QModelIndex& index);

  Workbench& workbench_;
  OperatorsModel* model_;
  QComboBox* rows_;
  QLineEdit* filter_;
  QLabel* error_;
  QTableView* table_;
  QLabel* totals_;
  QLabel* empty_;
  model::OperatorOrder order_;
  model::MachineLimits limits_;
  std::shared_ptr<const NetworkTimes> times_;
  std::shared_ptr<const model::OperatorTable> known_;  // of the present graph, fusion and times; null: none yet
  bool following_ = false;                             // the table moves because the selection did
};

}  // namespace nw::views
