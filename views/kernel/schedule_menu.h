// SPDX-License-Identifier: GPL-3.0-or-later
// The active schedule of a kernel: the default or one of several with names; and the other groups that share it,
// because they have the same computation.
#pragma once

#include <QToolButton>
#include <vector>

#include "common/command_palette.h"
#include "edit/apply_steps.h"

namespace nw::views {

class Workbench;

class ScheduleMenu : public QToolButton {
  Q_OBJECT

 public:
  ScheduleMenu(Workbench* workbench, GroupId group, QWidget* parent = nullptr);
  // Once the kernel is open.
  void setTask(const std::string& task, const std::string& default_script);
  void setRelatives(edit::Relatives relatives);
  void setGroup(GroupId group) { group_ = group; }  // the same group, which has another number now
  const std::vector<GroupId>& twins() const { return relatives_.twins; }
  void refresh();
  // A new schedule, a copy of the one in use.
  void copy();
  // A new schedule without a step, of the operators as they are defined: where shaping by hand begins.
  void startPlain();
  void use(const std::string& name);  // empty: the default
  void remove();
  // Lists every other group, to choose one that the steps are applied to.
  void chooseOther();
  void rename(const QString& to);
  void askForName();
  // Those there are; the default has an empty name.
  std::vector<std::string> names() const;
  std::string active() const;

 Q_SIGNALS:
  void applyWanted(nw::GroupId to);  // the steps of this kernel, to that group's
  void chooseWanted(const QString& what, const std::vector<nw::views::Command>& from);  // by typing a part of it

 private:
  void fill();
  void fillOthers(QMenu* menu);
  std::string freeName() const;

  Workbench* workbench_;
  GroupId group_;
  std::string task_, default_script_;
  edit::Relatives relatives_;
};

}  // namespace nw::views
