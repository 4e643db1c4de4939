// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of open documents: moved by dragging, closed by their button or the middle mouse button.
#pragma once

#include <QTabBar>

namespace nw::window {

class DocumentTabBar : public QTabBar {
  Q_OBJECT

 public:
  explicit DocumentTabBar(QWidget* parent);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  int middle_pressed_ = -1;
};

}  // namespace nw::window
