// SPDX-License-Identifier: GPL-3.0-or-later
// What the actions about targets do.
#pragma once

#include <QObject>

class QMainWindow;

namespace nw::views {
class TargetBox;
class TargetList;
class Workbench;
}  // namespace nw::views

namespace nw::window {

struct Actions;

class TargetActions : public QObject {
  Q_OBJECT

 public:
  TargetActions(const Actions& actions, views::Workbench& workbench, views::TargetList& targets, views::TargetBox* box,
                QMainWindow* window);

 private:
  void add();
  void chooseFile();

  views::Workbench& workbench_;
  views::TargetList& targets_;
  QMainWindow* window_;
};

}  // namespace nw::window
