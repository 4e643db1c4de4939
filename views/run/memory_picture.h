// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a memory plan: blocks over time (across) and addresses (down), and the bytes in use at each step as a
// line. A click on a block leads to its node; arrow keys go from block to block.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "models/memory_chart.h"

namespace nw::views {

class MemoryPicture : public QWidget {
  Q_OBJECT

 public:
  explicit MemoryPicture(QWidget* parent = nullptr);
  void setChart(std::shared_ptr<const MemoryChart> chart);  // null: none
  const std::shared_ptr<const MemoryChart>& chart() const { return chart_; }
  void setCurrent(std::optional<size_t> block);
  std::optional<size_t> current() const { return current_; }
  QRectF blockRect(size_t block) const;
  QSize minimumSizeHint() const override { return {240, 120}; }

 Q_SIGNALS:
  void blockChosen(nw::NodeId node);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF plot() const;
  QRectF uncovered(size_t block) const;
  std::optional<size_t> blockAt(const QPointF& where) const;
  void choose(size_t block);
  void paintAxes(QPainter& painter, const QRectF& plot) const;
  void paintBlocks(QPainter& painter, const QRectF& plot) const;
  void paintAlive(QPainter& painter, const QRectF& plot) const;

  std::shared_ptr<const MemoryChart> chart_;
  std::optional<size_t> current_, hovered_;
};

}  // namespace nw::views
