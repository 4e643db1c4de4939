// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline: the peak speed of this machine by operations per byte, under the rate of its memory and of each cache,
// and the measured states of the kernel. A click on a state's point, or Enter on the one that the arrows went to, goes
// back to it.
#pragma once

#include <QPolygonF>
#include <QWidget>
#include <vector>

#include "kernel/kernel_colors.h"
#include "kernel/label_place.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace nw::views {

class MachinePeaks;

class RooflineView : public QWidget {
  Q_OBJECT

 public:
  struct Point {
    double microseconds = 0;
    QString label;
    bool current = false;
    bool on_path = true;  // from the first state to the present one
    int state = -1;       // of the history
  };

  explicit RooflineView(MachinePeaks* peaks, QWidget* parent = nullptr);
  // Of the kernel: operations, the bytes it needs, and its measured states in order.
  void setKernel(double flops, double bytes, std::vector<Point> points);
  // It computes nothing in floating point: the peak, which is measured so, is not held against it. For the next kernel.
  void setIntegers(bool integers) { integers_ = integers; }
  QString summary() const;  // a sentence of the present state; also for those who do not see the picture
  const std::vector<Point>& points() const { return points_; }
  QPointF placeOf(size_t point) const;
  QStringList roofNames() const;      // "L1 412 GB/s", from the steepest; the memory's last
  QStringList labelledRoofs() const;  // those of them that the picture has room for
  const QRectF& plot() const { return plot_; }
  // Points that have their names beside them: the present state, and the one under the pointer or gone to by keys,
  // which comes first.
  std::vector<size_t> labelled() const;

 Q_SIGNALS:
  void stateWanted(int state);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Slope {  // a memory's or a cache's roof
    QString name;
    double gigabytes = 0;
  };
  std::vector<Slope> slopes() const;
  std::vector<LineLabel> slopeLabels(const QRectF& plot) const;  // one a roof
  void update();
  void arrange();
  void placeText(const QRect& room);
  void pointTo(int point);
  QPolygonF roof(const QRectF& plot) const;
  QPolygonF slope(const QRectF& plot, double gigabytes) const;
  void paintSlopes(QPainter& painter, const QRectF& plot) const;
  int pointAt(const QPointF& position) const;  // -1: none
  QString aboutPoint(size_t point) const;
  void paintRoof(QPainter& painter, const QRectF& plot) const;
  void paintPoints(QPainter& painter) const;
  void paintLabels(QPainter& painter, const QRectF& plot) const;
  // Logarithmic, in the plot's rectangle.
  QPointF place(const QRectF& plot, double intensity, double gflops) const;

  MachinePeaks* peaks_;
  QRectF plot_;  // the plot area: below the text, or beside it if there is too little height
  QScrollArea* text_area_;
  QLabel* text_;
  QPushButton* measure_;
  KernelColors colors_;
  double flops_ = 0, bytes_ = 0;
  bool integers_ = false;
  std::vector<Point> points_;
  int chosen_ = -1;   // the point that the arrows went to
  int pointed_ = -1;  // the point under the pointer
  double least_x_ = 0.01, most_x_ = 100, least_y_ = 0.1, most_y_ = 1000;
};

}  // namespace nw::views
