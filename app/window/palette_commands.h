// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette offers: the window's actions, lessons, layouts, targets, what-ifs, commands of the kernel on
// screen, and the nodes and groups of the graph by name.
#pragma once

#include <QObject>
#include <vector>

#include "window/lessons.h"

namespace nw::views {
struct Command;
class CommandPalette;
class TargetList;
class Workbench;
}  // namespace nw::views

namespace nw::window {

struct Actions;
struct Docks;
class KernelTabs;

class PaletteCommands : public QObject {
  Q_OBJECT

 public:
  PaletteCommands(views::CommandPalette& palette, views::Workbench& workbench, views::TargetList& targets,
                  const Actions& actions, Docks& docks, KernelTabs& tabs, QObject* parent);

 Q_SIGNALS:
  void lessonWanted(const nw::window::Lesson& lesson);

 private:
  void addActions(std::vector<views::Command>& commands) const;
  std::vector<views::Command> windowCommands();
  std::vector<views::Command> targetCommands();
  void searchNames(const QString& typed);

  views::CommandPalette& palette_;
  views::Workbench& workbench_;
  views::TargetList& targets_;
  const Actions& actions_;
  Docks& docks_;
  KernelTabs& tabs_;
};

}  // namespace nw::window
