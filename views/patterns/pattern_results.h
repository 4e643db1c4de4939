// SPDX-License-Identifier: GPL-3.0-or-later
// The list of what a table takes and why it does not take the rest; a reason that one edit cures has it as a button.
#pragma once

#include <QTreeView>
#include <memory>

#include "models/pattern_results_model.h"

namespace nw::views {

class PatternResults : public QTreeView {
  Q_OBJECT

 public:
  explicit PatternResults(QWidget* parent = nullptr);
  const PatternResultsModel& results() const { return *model_; }
  // Other results of the same table keep the rows open that were.
  void setView(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const workspace::PatternView> view);
  // The same results, now with their fixes.
  void setFixes(std::shared_ptr<const workspace::PatternView> view);

 Q_SIGNALS:
  void nodeWanted(nw::NodeId node);
  void pieceWanted(const nw::TextSpan& span);
  void fixWanted(const nw::Fix& fix);
  void trialWanted(const QString& line, nw::NodeId root);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QStringList openRows() const;
  void addButtons();
  void go(const QModelIndex& index);
  void askForTrial(const QModelIndex& index);

  PatternResultsModel* model_;
};

}  // namespace nw::views
