// SPDX-License-Identifier: GPL-3.0-or-later
// A tree of times as bars, the whole on top and what it consists of below (models/flame.h). A click selects, a double
// click or Enter on a scope shows it at full width and on a group opens its kernel, Backspace shows the whole again.
#pragma once

#include <QAbstractScrollArea>
#include <memory>

#include "models/flame.h"

namespace nw::views {

struct Theme;

class FlameView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit FlameView(QWidget* parent = nullptr);
  void setFlame(std::shared_ptr<const Flame> flame);  // null: none is known
  const std::shared_ptr<const Flame>& flame() const { return flame_; }
  void setCurrent(int node);  // -1: none
  int current() const { return current_; }
  int shown() const { return root_; }  // what has the full width
  QRectF rectOf(int node) const;       // in the viewport

 Q_SIGNALS:
  void selected(nw::NodeId node, nw::GroupId group);  // the whole: neither is valid
  void scopeSelected(const QString& path);
  void kernelWanted(nw::GroupId group);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  int rowHeight() const;
  int nodeAt(const QPointF& place) const;
  void choose(int node);
  void activate(int node);
  void show(int node);
  void chooseByKey(int node);
  int sibling(int node, int direction) const;
  void updateScrollBar();
  void paintNode(QPainter& painter, int node, const QRectF& rect, const Theme& theme) const;

  std::shared_ptr<const Flame> flame_;
  int root_ = 0;
  int current_ = -1;
};

}  // namespace nw::views
