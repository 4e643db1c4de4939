// SPDX-License-Identifier: GPL-3.0-or-later
// A bar beneath the loop tree, there while something is dragged that can be put outside of all loops: a stage to be
// computed at root, a loop of a reduction to be factored out. Empty space below the rows takes it too, where there is
// some.
#pragma once

#include <QWidget>

namespace nw::views {

class LoopTreeView;

class DropPlace : public QWidget {
  Q_OBJECT

 public:
  DropPlace(LoopTreeView* tree, QWidget* parent);
  QSize sizeHint() const override;

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  LoopTreeView* tree_;
  QString what_;
  bool over_ = false;
};

}  // namespace nw::views
