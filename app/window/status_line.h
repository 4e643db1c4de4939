// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar: how many problems there are, the job under way, and the size of the graph; messages cover it for a
// few seconds.
#pragma once

#include <QObject>

class QLabel;
class QStatusBar;

namespace nw::views {
class GraphView;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class StatusLine : public QObject {
  Q_OBJECT

 public:
  StatusLine(views::Workbench& workbench, const views::GraphView& graph, QStatusBar* bar);
  void refresh(const QString& problems);  // their summary; empty: there are none

 private:
  QString sizeOfGraph() const;

  views::Workbench& workbench_;
  const views::GraphView& graph_;
  QLabel *problems_, *size_, *job_;
};

}  // namespace nw::window
