// SPDX-License-Identifier: GPL-3.0-or-later
// The pattern panel in the window: its matches and regions on the canvas, its files, trials and comparisons in tabs.
#pragma once

#include <QObject>

#include "base/ids.h"

namespace nw::views {
class GraphView;
class PatternsPanel;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class Comparisons;
class KernelTabs;

class PatternTables : public QObject {
  Q_OBJECT

 public:
  PatternTables(views::PatternsPanel& panel, views::Workbench& workbench, views::GraphView& graph, KernelTabs& tabs,
                Comparisons& comparisons, QObject* parent);

 Q_SIGNALS:
  void panelWanted();  // to be seen

 private:
  void open();
  void save();
  QString reasonBeside(const QString& line, NodeId root) const;
  void openTrial(const QString& line, NodeId root);

  views::PatternsPanel& panel_;
  views::Workbench& workbench_;
  KernelTabs& tabs_;
};

}  // namespace nw::window
