// SPDX-License-Identifier: GPL-3.0-or-later
// Regions for accelerators: which targets of the table the model is cut for, each region with what crosses its border,
// neighbours that stay apart with the way that is why, and what one more operator would change.
#pragma once

#include <QWidget>
#include <memory>

#include "common/named_nodes.h"
#include "workspace/pattern_view.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;
class QTreeView;

namespace nw::views {

class RowsModel;
class Workbench;

class OffloadPage : public QWidget {
  Q_OBJECT

 public:
  OffloadPage(Workbench& workbench, QWidget* parent = nullptr);
  void setTable(std::shared_ptr<const graph::Graph> graph, std::string text);
  const workspace::OffloadView* view() const { return view_.get(); }
  QTreeView* list() const { return list_; }
  QComboBox* operators() const { return operators_; }
  QLabel* whatIf() const { return what_if_; }
  QPushButton* addButton() const { return add_; }
  std::vector<QToolButton*> targetButtons() const { return targets_; }

 Q_SIGNALS:
  // Frames around regions; cuts as the two neighbours and the way round.
  void regionsFound(const std::vector<nw::views::NamedNodes>& regions, const std::vector<nw::pattern::Cut>& cuts);
  void addWanted(const QString& line);  // to the table
  // The way round of the cut that is chosen, with its ends; none: no cut is.
  void wayChosen(const std::vector<nw::NodeId>& nodes);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void build();
  void setTargets(const std::vector<std::string>& names);
  std::vector<std::string> chosen() const;
  void compute();
  void take(std::shared_ptr<const workspace::OffloadView> view);
  void tryOperator();
  void fillOperators();
  void announce();
  void go(const QModelIndex& row);

  Workbench& workbench_;
  std::shared_ptr<const graph::Graph> graph_;
  std::string text_;
  std::shared_ptr<const workspace::OffloadView> view_;
  bool outdated_ = false;
  QHBoxLayout* head_ = nullptr;
  std::vector<QToolButton*> targets_;
  QLabel *empty_ = nullptr, *what_if_ = nullptr;
  QComboBox *target_ = nullptr, *operators_ = nullptr;
  QPushButton* add_ = nullptr;
  QWidget* trial_ = nullptr;
  QTreeView* list_ = nullptr;
  RowsModel* rows_ = nullptr;
};

}  // namespace nw::views
