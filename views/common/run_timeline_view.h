// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a network along its time: a bar a call of a kernel or operator, loops and branches above what they
// enclose, and below the memory that values took. The wheel zooms at the pointer, dragging moves, a click selects.
#pragma once

#include <QAbstractScrollArea>
#include <memory>

#include "models/run_timeline.h"

namespace nw::views {

struct Theme;

class RunTimelineView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit RunTimelineView(QWidget* parent = nullptr);
  void setRun(std::shared_ptr<const RunTimeline> run);  // null: none is known
  const std::shared_ptr<const RunTimeline>& run() const { return run_; }
  void setCurrent(int call);  // -1: none; brought into view
  int current() const { return current_; }
  QRectF rectOf(int call) const;  // in the viewport
  double microsecondsInView() const { return span_; }

 Q_SIGNALS:
  void selected(nw::NodeId node, nw::GroupId group);
  void kernelWanted(nw::GroupId group);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  double toX(double microseconds) const;
  double toTime(double x) const;
  void look(double first, double span);
  void zoomAt(double x, double factor);
  int callAt(const QPointF& place) const;
  void choose(int call);
  int scaleHeight() const;
  int rowHeight() const;
  void paintScale(QPainter& painter, const Theme& theme) const;
  void paintCalls(QPainter& painter, const Theme& theme) const;
  void paintMemory(QPainter& painter, const Theme& theme) const;

  std::shared_ptr<const RunTimeline> run_;
  double first_ = 0, span_ = 1;  // microseconds in view
  int current_ = -1;
  bool dragging_ = false;
  QPointF pressed_;
  double pressed_first_ = 0;
};

}  // namespace nw::views
