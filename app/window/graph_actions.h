// SPDX-License-Identifier: GPL-3.0-or-later
// The actions on the graph: what part of it is shown, by what it is coloured, scopes, passes, playback, bookmarks, and
// finding, which in a kernel finds in its script.
#pragma once

#include <QObject>

namespace nw::views {
class GraphView;
class Workbench;
}  // namespace nw::views

namespace nw::window {

struct Actions;
class KernelTabs;

class GraphActions : public QObject {
  Q_OBJECT

 public:
  GraphActions(const Actions& actions, views::Workbench& workbench, views::GraphView& graph, KernelTabs& tabs,
               QObject* parent);
  void openNumbers(const QString& path);  // a JSON file of node names and numbers, to colour by

 Q_SIGNALS:
  void bookmarksChanged();

 private:
  void connectView(const Actions& actions);
  void connectParts(const Actions& actions);
  void connectColours(const Actions& actions);
  void find();
  void findNext(int direction);
  void chooseNumbers();

  views::Workbench& workbench_;
  views::GraphView& graph_;
  KernelTabs& tabs_;
};

}  // namespace nw::window
