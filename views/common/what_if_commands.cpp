// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/what_if_commands.h"

#include <QMenu>
#include <algorithm>
#include <memory>

#include "common/what_if_menu.h"
#include "common/workbench.h"

namespace nw::views {

namespace {

// Every action of a menu and of the menus in it.
void add_actions(const std::shared_ptr<QMenu>& whole, const QMenu& menu, const QString& before,
                 std::vector<Command>& commands) {
  for (QAction* action : menu.actions()) {
    if (action->isSeparator()) continue;
    const QString title = WhatIfText::tr("%1: %2").arg(before, action->text());
    if (const QMenu* sub = action->menu())
      add_actions(whole, *sub, title, commands);
    else
      commands.push_back({title, action->isChecked() ? WhatIfText::tr("in force") : QString(),
                          [whole, action] { action->trigger(); }});
  }
}

void add_greyed(const QStringList& titles, const QString& reason, std::vector<Command>& commands) {
  for (const QString& title : titles) commands.push_back({WhatIfText::tr("What if: %1").arg(title), {}, {}, reason});
}

QStringList about_all() {
  return {WhatIfText::tr("At most this many operators in a group"), WhatIfText::tr("Opt level of fusion")};
}
QStringList about_node() {
  return {WhatIfText::tr("Pattern of this node"), WhatIfText::tr("Pattern of every operator like it"),
          WhatIfText::tr("Fence: nothing fuses out of this node")};
}
QStringList about_edge() {
  return {WhatIfText::tr("Fuse this edge whatever the rules say"), WhatIfText::tr("Never fuse this edge"),
          WhatIfText::tr("Leave this edge to the rules")};
}

}  // namespace

std::vector<Command> what_if_commands(Workbench& workbench) {
  std::vector<Command> commands;
  if (!workbench.session().model()) {
    add_greyed(about_all() + about_node() + about_edge() + QStringList(WhatIfText::tr("Drop all of them")),
               WhatIfText::tr("open a model first"), commands);
    return commands;
  }
  const auto menu = std::make_shared<QMenu>();  // lives as long as its commands
  add_fusion_settings(*menu, workbench);
  const Selection& selection = workbench.session().selection();
  add_what_ifs(*menu, workbench, selection);
  add_actions(menu, *menu, WhatIfText::tr("What if"), commands);
  const auto has = [&](const QString& title) {
    const QString start = WhatIfText::tr("What if: %1").arg(title);
    return std::any_of(commands.begin(), commands.end(),
                       [&](const Command& command) { return command.title.startsWith(start); });
  };
  const QString stage = workbench.session().fusion() ? QString() : WhatIfText::tr("only of the fused graph (Alt+3)");
  if (!has(about_node().front()))
    add_greyed(has(about_node().back()) ? about_node().mid(0, 2) : about_node(),
               !stage.isEmpty()                          ? stage
               : selection.kind == Selection::Kind::Node ? WhatIfText::tr("what is selected is no operator")
                                                         : WhatIfText::tr("select an operator first"),
               commands);
  if (!has(about_edge().front()))
    add_greyed(about_edge(), stage.isEmpty() ? WhatIfText::tr("select an edge first") : stage, commands);
  if (!has(WhatIfText::tr("Drop all of them")))
    add_greyed({WhatIfText::tr("Drop all of them")}, WhatIfText::tr("no what-if is in force"), commands);
  return commands;
}

}  // namespace nw::views
