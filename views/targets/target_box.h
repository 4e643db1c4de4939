// SPDX-License-Identifier: GPL-3.0-or-later
// The box of the active target, and the menu that chooses another: in the tool bar, in the menu bar and by key.
#pragma once

#include <QMenu>
#include <QToolButton>

namespace nw::views {

class TargetList;

// Filled each time it opens, with the window's own entries (a file, the panel) below the targets.
class TargetMenu : public QMenu {
  Q_OBJECT

 public:
  TargetMenu(TargetList& targets, QList<QAction*> below, QWidget* parent);

 private:
  void fill();

  TargetList& targets_;
  QList<QAction*> below_;
};

class TargetBox : public QToolButton {
  Q_OBJECT

 public:
  TargetBox(TargetList& targets, const QList<QAction*>& below, QWidget* parent);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void showActive();

  TargetList& targets_;
};

}  // namespace nw::views
