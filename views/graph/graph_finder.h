// SPDX-License-Identifier: GPL-3.0-or-later
// Finding in the graph: the bar with the query, the matching nodes, highlighted on the canvas, and the current match.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "graph/picture.h"

namespace nw::views {

class Canvas;
class FindBar;
struct NetworkTimes;
class Workbench;

class GraphFinder : public QObject {
  Q_OBJECT

 public:
  GraphFinder(Workbench& workbench, Canvas& canvas);
  FindBar* bar() const { return bar_; }
  void open();
  void open(const QString& query);  // with the query in the bar
  void find(const QString& query);  // off the UI thread
  void step(int direction);         // to the next node found, or the one before
  // Finds again what the bar asks for, in this picture's graph; null: nothing is open.
  void setPicture(std::shared_ptr<const Picture> picture);
  // Of the present groups, for queries by time; null: they were not timed.
  void setTimes(std::function<const NetworkTimes*()> times) { times_ = std::move(times); }

 Q_SIGNALS:
  void nodeWanted(nw::NodeId node);  // to be selected and brought into sight
  void barResized();

 private:
  void setFound(std::vector<NodeId> found, const QString& error, int column);

  Workbench& workbench_;
  Canvas& canvas_;
  FindBar* bar_;
  std::shared_ptr<const Picture> picture_;
  std::function<const NetworkTimes*()> times_;
  std::vector<NodeId> found_;
  int found_at_ = -1;        // which of them one is at; -1: none yet
  int step_when_found_ = 0;  // the step that was requested while the search ran
};

}  // namespace nw::views
