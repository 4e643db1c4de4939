// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on kernels: edit the selected group's, run it or the whole network, measure, and the time limit of runs.
#pragma once

#include <QObject>

namespace nw::views {
class GraphView;
class RunPanel;
class Workbench;
}  // namespace nw::views

namespace nw::window {

struct Actions;
class KernelTabs;
class NetworkRun;
class WindowSettings;

class KernelActions : public QObject {
  Q_OBJECT

 public:
  KernelActions(const Actions& actions, views::Workbench& workbench, views::GraphView& graph, KernelTabs& tabs,
                views::RunPanel& panel, WindowSettings& settings, QObject* parent);

 private:
  void editSelected();
  void run();  // or stop
  void askTimeLimit();

  views::Workbench& workbench_;
  KernelTabs& tabs_;
  WindowSettings& settings_;
  NetworkRun* network_;
};

}  // namespace nw::window
