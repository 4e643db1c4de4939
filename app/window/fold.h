// SPDX-License-Identifier: GPL-3.0-or-later
// The panels that share tabs below the middle, folded to those tabs: a small window keeps its room for the kernel.
#pragma once

#include <QObject>
#include <QVector>

class QDockWidget;
class QMainWindow;
class QTabBar;

namespace nw::window {

class Fold : public QObject {
  Q_OBJECT

 public:
  // `panels` share one dock area of `window`.
  Fold(QMainWindow* window, QVector<QDockWidget*> panels);
  bool folded() const { return folded_; }
  // Unfolded, the panels are as high as they were before, `height` pixels at least.
  void setFolded(bool folded, int height = 150);
  // While the arrangement is changed by program a tab that becomes the current one does not unfold.
  void setArranging(bool arranging) { arranging_ = arranging; }
  bool arranging() const { return arranging_; }

 Q_SIGNALS:
  void changed(bool folded);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  QMainWindow* window_;
  QVector<QDockWidget*> panels_;
  bool folded_ = false, arranging_ = false;
  bool shown_before_click_ = false;  // the tab that was clicked last
  int height_ = 0;                   // what the panels had when they were folded

  bool ours(const QTabBar* bar) const;
  void watch(QTabBar* bar);
};

}  // namespace nw::window
