// SPDX-License-Identifier: GPL-3.0-or-later
// The targets of this window as a tree, and beside it what is known of the selected one: its facts, the plugin that
// serves it, and why it cannot be used, with what would help.
#pragma once

#include <QWidget>
#include <string>

class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTabWidget;
class QTreeView;

namespace nw::views {

class CheckPage;
class FactsModel;
class LogPage;
class QueuePage;
class RowsModel;
class SettingsPage;
class TargetList;
class TargetTreeModel;
class Workbench;
struct TargetEntry;

class TargetsPanel : public QWidget {
  Q_OBJECT

 public:
  TargetsPanel(Workbench& workbench, TargetList& targets, QWidget* parent = nullptr);
  QTreeView* tree() const { return tree_; }
  QTreeView* facts() const { return facts_; }
  QTabWidget* tabs() const { return tabs_; }
  QPushButton* undoButton() const { return undo_; }

 Q_SIGNALS:
  void addWanted();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* newDetails();
  QWidget* newFacts();
  void refill();
  void showStates();
  void showDetails();
  void showHead(const TargetEntry* entry);
  void showPlugin(const TargetEntry* entry);
  const TargetEntry* chosen() const;
  void trust();
  void remove();
  QWidget* newTree();

  Workbench& workbench_;
  TargetList& targets_;
  TargetTreeModel* model_;
  FactsModel* facts_model_;
  RowsModel* plugin_rows_;
  QTreeView* tree_;
  QLabel* why_ = nullptr;
  QPushButton *use_ = nullptr, *trust_ = nullptr, *try_ = nullptr;
  QPushButton *add_ = nullptr, *remove_ = nullptr, *undo_ = nullptr;
  QueuePage* queue_ = nullptr;
  LogPage* log_ = nullptr;
  CheckPage* check_ = nullptr;
  SettingsPage* settings_ = nullptr;
  QTabWidget* tabs_ = nullptr;
  QLineEdit* search_ = nullptr;
  QSortFilterProxyModel* found_facts_ = nullptr;
  QTreeView* facts_ = nullptr;
  QPushButton* copy_ = nullptr;
  std::string active_;  // when the tree was filled
};

}  // namespace nw::views
