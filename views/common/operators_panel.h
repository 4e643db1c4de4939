// SPDX-License-Identifier: GPL-3.0-or-later
// Where a model's work goes: the table of operators and groups, sortable, with a filter in the find language and a line
// of totals; the same as a tree of bars; and the last run along its time. A row or bar selects its node or group; Enter
// opens the kernel. Everything is computed off the UI thread, while it is visible.
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "common/viewer.h"
#include "model/operator_table.h"
#include "models/flame.h"

class QComboBox;
class QLabel;
class QPushButton;
class QLineEdit;
class QModelIndex;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace nw::views {

class FlameView;
class OperatorsModel;
class RunTimelineView;
class Workbench;
struct NetworkTimes;

class OperatorsPanel : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit OperatorsPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~OperatorsPanel() override;
  QTableView* table() const { return table_; }
  const OperatorsModel& model() const { return *model_; }

  // How long groups took; null: nobody has measured them. Of other groups than the present ones, those that are still
  // the same are shown as measured before. `limits` of the target of the times.
  void setTimes(const NetworkTimes* times, const model::MachineLimits& limits);
  void sortBy(model::OperatorColumn column, bool descending);
  // Where the time of kernels went that were profiled since they were opened.
  void setProfiles(std::vector<GroupProfile> profiles);

  enum class Page { Table, Flame, Timeline };
  void showPage(Page page);
  Page page() const;
  FlameView* flame() const { return flame_; }
  RunTimelineView* timeline() const { return timeline_; }

  void documentChanged() override;
  void graphChanged() override;
  void selectionChanged(const Selection& selection) override;

 Q_SIGNALS:
  void placeWanted(nw::NodeId node);  // of the selected row, which was clicked: on the graph

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void arrange();
  void makePages();
  void connectPages();
  void refill();
  void showRun();
  void selectFromRun(NodeId node, GroupId group);
  void selectScope(const QString& path);
  void followInRun(const Selection& selection);
  bool timesAreStale() const;  // measured before the groups or sizes changed
  void dropStaleRun();
  bool pageIsEmpty() const;
  bool filterHidesAll() const;
  QString emptyText() const;
  void showRows();
  void selectFromTable(const QModelIndex& index);

  Workbench& workbench_;
  OperatorsModel* model_;
  QComboBox* rows_;
  QLineEdit* filter_;
  QLabel* error_;
  QTableView* table_;
  QStackedWidget* pages_;
  std::array<QToolButton*, 3> page_buttons_{};
  FlameView* flame_;
  RunTimelineView* timeline_;
  QLabel* totals_;
  QWidget* empty_page_;  // says why nothing is shown
  QLabel* empty_;
  QPushButton* clear_filter_;
  model::OperatorOrder order_, shown_order_;
  model::MachineLimits limits_;
  std::shared_ptr<const NetworkTimes> times_;
  std::shared_ptr<const model::OperatorTable> known_;  // of the present graph, fusion and times; null: none yet
  std::vector<GroupProfile> profiles_;
  bool following_ = false;  // the table moves because the selection did
};

}  // namespace nw::views
