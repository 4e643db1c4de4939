// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern of what is selected on the canvas: one place or several, the least general pattern of all of them, the
// attributes that it could ask for, and how often it would be taken. It goes into the table as lines of its own.
#pragma once

#include <QWidget>
#include <memory>
#include <set>

#include "common/named_nodes.h"
#include "workspace/pattern_selection.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTreeView;

namespace nw::views {

class OfferedAttributesModel;
class RowsModel;
class Workbench;

class SelectionPage : public QWidget {
  Q_OBJECT

 public:
  explicit SelectionPage(Workbench& workbench, QWidget* parent = nullptr);
  // Nodes of the graph that the canvas shows: a pattern of them alone, or beside what is there already.
  void start(std::vector<NodeId> nodes);
  void add(std::vector<NodeId> nodes);
  size_t places() const { return selections_.size(); }
  // Names in it are not used again.
  void setTable(const std::string& text);
  void setGraph(std::shared_ptr<const graph::Graph> graph);  // of another one nothing is selected
  const workspace::PatternOfSelections* made() const { return made_.get(); }

  QTreeView* list() const { return list_; }
  QTreeView* attributes() const { return offered_; }
  QLineEdit* nameEdit() const { return name_; }
  QPushButton* addButton() const { return add_; }
  QPushButton* removeButton() const { return remove_; }
  QPushButton* writeButton() const { return write_; }
  QString preview() const;
  QString state() const;

 Q_SIGNALS:
  void moreWanted();                       // what is selected now, as one place more
  void writeWanted(const QString& lines);  // into the table
  void placesChanged(const std::vector<nw::views::NamedNodes>& places);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void build();
  QLayout* buildHead();
  void remove();
  void changed();
  void compute();
  void take(std::shared_ptr<const workspace::PatternOfSelections> made);
  void showPlaces();
  void announce();

  Workbench& workbench_;
  std::shared_ptr<const graph::Graph> graph_;
  std::string table_;
  std::vector<std::vector<NodeId>> selections_;
  std::set<std::pair<NodeId, std::string>> wanted_;
  std::shared_ptr<const workspace::PatternOfSelections> made_;
  QTreeView *list_ = nullptr, *offered_ = nullptr;
  RowsModel* rows_ = nullptr;
  OfferedAttributesModel* attributes_ = nullptr;
  QPlainTextEdit* preview_ = nullptr;
  QLineEdit* name_ = nullptr;
  QLabel *state_ = nullptr, *empty_ = nullptr;
  QWidget* filled_ = nullptr;
  QPushButton *add_ = nullptr, *remove_ = nullptr, *write_ = nullptr;
};

}  // namespace nw::views
