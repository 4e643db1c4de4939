// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules of a table do to the model, application by application, and the model before and after side by side.
#pragma once

#include <QWidget>
#include <memory>

#include "workspace/pattern_view.h"

class QLabel;
class QPushButton;
class QTreeView;

namespace nw::views {

class RowsModel;
class Workbench;

class RewritePage : public QWidget {
  Q_OBJECT

 public:
  RewritePage(Workbench& workbench, QWidget* parent = nullptr);
  // `lines`: of the table as it was matched; null: there is no table.
  void setTable(std::shared_ptr<const graph::Graph> graph, std::string text, const workspace::PatternView* lines);
  const workspace::RewriteView* view() const { return view_.get(); }
  QTreeView* list() const { return list_; }
  QPushButton* compareButton() const { return compare_; }
  QPushButton* applyButton() const { return apply_; }
  QString summary() const;
  void setApplied(bool applied);  // the document's model is the rewritten one

 Q_SIGNALS:
  void applyWanted(bool applied);  // to the document's model, or no longer
  void compareWanted(std::shared_ptr<const nw::graph::Graph> before, std::shared_ptr<const nw::graph::Graph> after);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  void compute();
  void take(std::shared_ptr<const workspace::RewriteView> view);

  Workbench& workbench_;
  std::shared_ptr<const graph::Graph> graph_;  // null: there is no rule
  std::string text_;
  bool outdated_ = false;
  std::shared_ptr<const workspace::RewriteView> view_;
  QLabel *summary_, *findings_, *empty_;
  QPushButton *compare_, *apply_;
  QTreeView* list_;
  RowsModel* rows_;
};

}  // namespace nw::views
