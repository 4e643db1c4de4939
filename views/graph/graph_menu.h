// SPDX-License-Identifier: GPL-3.0-or-later
// The context menu of the graph: of a node or a closed scope, of an edge, of an open scope, or of the empty canvas.
#pragma once

#include <QObject>
#include <vector>

#include "base/ids.h"

class QMenu;
class QPoint;

namespace nw::views {

class GraphView;
class Workbench;

class GraphMenu : public QObject {
  Q_OBJECT

 public:
  GraphMenu(GraphView& graph, Workbench& workbench);
  // What is there on the canvas; -1: none. It is selected first.
  void open(int32_t item, int32_t edge, int32_t box, const QPoint& global);

 private:
  void addNode(QMenu& menu, int32_t item);
  void addClosedScope(QMenu& menu, int32_t scope);
  void addEdge(QMenu& menu, int32_t edge);
  void addOpenScope(QMenu& menu, int32_t scope);
  void addCanvas(QMenu& menu);
  void addParts(QMenu& menu, const std::vector<NodeId>& nodes);
  void addPattern(QMenu& menu);
  void addPicked(QMenu& menu);

  GraphView& graph_;
  Workbench& workbench_;
};

}  // namespace nw::views
