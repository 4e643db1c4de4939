// SPDX-License-Identifier: GPL-3.0-or-later
// Running the whole network from the graph: every group in order, compared with the reference operators; its groups'
// times colour the graph.
#pragma once

#include <QObject>

namespace nw::measure {
struct NetworkReport;
}

namespace nw::views {
class GraphView;
class Workbench;
}  // namespace nw::views

namespace nw::window {

class NetworkRun : public QObject {
  Q_OBJECT

 public:
  NetworkRun(views::Workbench& workbench, views::GraphView& graph, QObject* parent);
  void startOrStop();

 private:
  void show(const measure::NetworkReport& report, bool differs);

  views::Workbench& workbench_;
  views::GraphView& graph_;
};

}  // namespace nw::window
