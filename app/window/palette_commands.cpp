// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/palette_commands.h"

#include <QDockWidget>
#include <algorithm>
#include <utility>

#include "common/command_palette.h"
#include "common/history_panel.h"
#include "common/name_search.h"
#include "common/operators_panel.h"
#include "common/text.h"
#include "common/what_if_commands.h"
#include "common/workbench.h"
#include "models/operators_model.h"
#include "targets/target_list.h"
#include "window/actions.h"
#include "window/docks.h"
#include "window/kernel_commands.h"
#include "window/kernel_tabs.h"
#include "window/language.h"

namespace nw::window {

using namespace nw::views;

PaletteCommands::PaletteCommands(CommandPalette& palette, Workbench& workbench, TargetList& targets,
                                 const Actions& actions, Docks& docks, KernelTabs& tabs, QObject* parent)
    : QObject(parent),
      palette_(palette),
      workbench_(workbench),
      targets_(targets),
      actions_(actions),
      docks_(docks),
      tabs_(tabs) {
  palette_.addSource([this] { return windowCommands(); });
  palette_.addSource([this] { return targetCommands(); });
  palette_.addSource([this] { return what_if_commands(workbench_); });
  palette_.addSource([this] { return kernel_commands(tabs_.current()); });
  palette_.setSearch([this](const QString& typed) { searchNames(typed); });
}

void PaletteCommands::addActions(std::vector<Command>& commands) const {
  for (QAction* action : actions_.all()) {
    const QString why_not = action->property(Actions::kWhyNot).toString();
    if ((!action->isEnabled() && why_not.isEmpty()) || action == actions_.palette) continue;
    QString text = without_key(action->text());
    const auto& colours = actions_.overlays;
    if (std::find(colours.begin(), colours.end(), action) != colours.end()) text = tr("Colour by: %1").arg(text);
    const auto themes = {actions_.theme_system, actions_.theme_light, actions_.theme_dark};
    if (std::find(themes.begin(), themes.end(), action) != themes.end()) text = tr("Colours (theme): %1").arg(text);
    const auto& languages = actions_.languages;
    if (std::find(languages.begin(), languages.end(), action) != languages.end()) text = tr("Language: %1").arg(text);
    commands.push_back({text, action->shortcut().toString(QKeySequence::NativeText), [action] { action->trigger(); },
                        action->isEnabled() ? QString() : why_not});
  }
}

std::vector<Command> PaletteCommands::targetCommands() {
  std::vector<Command> commands;
  for (const TargetEntry& entry : targets_.entries())
    commands.push_back({tr("Target: %1").arg(entry.title()), state_text(entry),
                        [this, id = entry.id] { targets_.choose(id); }, entry.selectable() ? QString() : entry.why});
  for (const TargetEntry& entry : targets_.entries())
    if (entry.kept && (entry.state == TargetState::Lost || entry.state == TargetState::Failed))
      commands.push_back(
          {tr("Target: try %1 now").arg(qs(entry.id)), {}, [this, id = entry.id] { targets_.tryNow(id); }});
  return commands;
}

std::vector<Command> PaletteCommands::windowCommands() {
  std::vector<Command> commands;
  addActions(commands);
  for (const Lesson& lesson : lessons())
    commands.push_back({tr("Lesson: %1").arg(lesson.title), {}, [this, lesson] { Q_EMIT lessonWanted(lesson); }});
  if (workbench_.session().document())
    commands.push_back({tr("History: name (tag) the present state…"), QStringLiteral("F2"), [this] {
                          docks_.show(docks_.history_dock);
                          docks_.history->namePresent();
                        }});
  if (docks_.history->targets().size() > 1) {
    commands.push_back({tr("History: times of every target"), {}, [this] { docks_.history->showTarget({}); }});
    for (const std::string& id : docks_.history->targets())
      commands.push_back({tr("History: times of %1").arg(qs(id)), {}, [this, id] { docks_.history->showTarget(id); }});
  }
  if (targets_.canUndo())
    commands.push_back({tr("Targets: undo %1").arg(targets_.undoText()), {}, [this] { targets_.undo(); }});
  for (const TargetEntry& entry : targets_.entries())
    if (entry.of_user)
      commands.push_back({tr("Target: remove %1 from the list").arg(qs(entry.id)), {}, [this, id = entry.id] {
                            targets_.remove(id);
                          }});
  for (const auto& [text, page] :
       {std::pair{tr("Operators: show the table"), OperatorsPanel::Page::Table},
        std::pair{tr("Operators: show where the time goes"), OperatorsPanel::Page::Flame},
        std::pair{tr("Operators: show the last run along its time"), OperatorsPanel::Page::Timeline}})
    commands.push_back({text, {}, [this, shown = page] {
                          docks_.show(docks_.operators_dock);
                          docks_.operators->showPage(shown);
                        }});
  const OperatorsModel& table = docks_.operators->model();
  for (int column = 0; column < table.columnCount(); ++column) {
    const QString name = table.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    const bool descending =
        table.headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole).toInt() == Qt::DescendingOrder;
    commands.push_back({tr("Operators: sort by %1").arg(name), {}, [this, column, descending] {
                          docks_.show(docks_.operators_dock);
                          docks_.operators->showPage(OperatorsPanel::Page::Table);
                          docks_.operators->sortBy(static_cast<model::OperatorColumn>(column), descending);
                        }});
  }
  commands.push_back({tr("Targets: show the panel"), {}, [this] { docks_.show(docks_.targets_dock); }});
  for (const QString& layout : Docks::layouts())
    commands.push_back({tr("Layout: %1").arg(layout), {}, [this, layout] { docks_.apply(layout); }});
  return commands;
}

void PaletteCommands::searchNames(const QString& typed) {
  constexpr size_t kMax = 60;
  const auto graph = workbench_.session().graph();
  if (!graph) return palette_.showFound(typed, {});
  workbench_.jobs().run<std::vector<NameHit>>(
      QStringLiteral("palette"), tr("Searching names"), this,
      [graph, fusion = workbench_.session().fusion(), typed](const CancelToken& cancel) {
        return search_names(*graph, fusion.get(), typed, kMax, cancel);
      },
      [this, graph, typed](const std::vector<NameHit>& hits) {
        std::vector<Command> commands;
        for (const NameHit& hit : hits)
          commands.push_back({hit.title, hit.detail, [this, graph, node = hit.node, group = hit.group] {
                                if (workbench_.session().graph() != graph) return;  // another file came meanwhile
                                if (group.valid()) return workbench_.openKernel(group);
                                tabs_.showGraph();
                                workbench_.session().select(Selection::of_node(node));
                              }});
        palette_.showFound(typed, std::move(commands));
      });
}

}  // namespace nw::window
