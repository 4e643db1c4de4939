// SPDX-License-Identifier: GPL-3.0-or-later
// Composite patterns: a table as text, the matches of each in the graph, and the reasons of near misses.
#pragma once

#include <QTimer>
#include <QWidget>

#include "common/named_nodes.h"
#include "common/viewer.h"
#include "workspace/fusion_view.h"

class QPlainTextEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace nw::views {

class Workbench;

class PatternsPanel : public QWidget, public Viewer {
  Q_OBJECT

 public:
  explicit PatternsPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~PatternsPanel() override;
  QPlainTextEdit* edit() const { return edit_; }
  QTreeWidget* tree() const { return tree_; }

  void documentChanged() override;
  void graphChanged() override { match(); }
  void choicesChanged() override;

 Q_SIGNALS:
  void compositesFound(const std::vector<nw::views::NamedNodes>& composites);

 private:
  void match();
  void take(const workspace::PatternView& view);
  void go(const QTreeWidgetItem* row);

  Workbench& workbench_;
  QPlainTextEdit* edit_;
  QTreeWidget* tree_;
  QTimer typing_;
  bool filling_ = false;
};

}  // namespace nw::views
