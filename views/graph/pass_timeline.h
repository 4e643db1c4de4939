// SPDX-License-Identifier: GPL-3.0-or-later
// Stepping through the passes: the bar with the snapshots, and the nodes that the pass of the present one changed.
#pragma once

#include <QObject>
#include <vector>

#include "graph/canvas.h"

namespace nw::views {

class TimelineBar;
class Workbench;

class PassTimeline : public QObject {
  Q_OBJECT

 public:
  PassTimeline(Workbench& workbench, QWidget* parent);
  TimelineBar* bar() const { return bar_; }
  bool visible() const { return on_; }
  void setVisible(bool visible);
  void refresh();  // after the snapshot or the model has changed
  void forget() { changed_.clear(); }
  void mark(Marks& marks, const Picture& picture) const;

 Q_SIGNALS:
  void visibleChanged();
  void marksChanged();

 private:
  Workbench& workbench_;
  TimelineBar* bar_;
  bool on_ = false;
  std::vector<NodeId> changed_;
};

}  // namespace nw::views
