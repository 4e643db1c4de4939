// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/kernel_commands.h"

#include <QCoreApplication>
#include <QTabWidget>

#include "common/text.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/schedule_menu.h"
#include "models/sentence_text.h"
#include "schedule/catalogue.h"

namespace nw::window {

using namespace nw::views;

namespace {

struct KernelCommandTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::window::KernelCommands)
};

// The primitive's name, and the key that does it in the loop tree.
QString detail_of(const advise::Candidate& candidate) {
  const schedule::PrimitiveInfo& row = schedule::info(candidate.primitive);
  const QString name = QString::fromLatin1(row.name);
  return row.key == 0 ? name : QStringLiteral("%1   %2").arg(name, QString(QLatin1Char(row.key)));
}

void add_details(std::vector<Command>& commands, QTabWidget* details) {
  for (int i = 0; i < details->count(); ++i)
    commands.push_back({KernelCommandTexts::tr("Show: %1").arg(details->tabText(i)), {}, [details, i] {
                          details->setCurrentIndex(i);
                        }});
}

void add_script(std::vector<Command>& commands, KernelView* view) {
  if (view->canFoldComputation())
    commands.push_back({view->isComputationFolded() ? KernelCommandTexts::tr("Script: unfold the computation")
                                                    : KernelCommandTexts::tr("Script: fold the computation"),
                        QStringLiteral("Ctrl+Shift+M"), [view] { view->toggleComputation(); }});
  commands.push_back({view->isScriptWrapped() ? KernelCommandTexts::tr("Script: do not wrap long lines")
                                              : KernelCommandTexts::tr("Script: wrap long lines"),
                      QStringLiteral("Alt+Z"), [view] { view->toggleWrap(); }});
}

void add_schedules(std::vector<Command>& commands, ScheduleMenu* schedules) {
  commands.push_back(
      {KernelCommandTexts::tr("Kernel: new schedule from this one"), {}, [schedules] { schedules->copy(); }});
  commands.push_back(
      {KernelCommandTexts::tr("Kernel: new schedule from plain loops"), {}, [schedules] { schedules->startPlain(); }});
  for (const std::string& name : schedules->names())
    if (name != schedules->active())
      commands.push_back({name.empty() ? KernelCommandTexts::tr("Kernel: choose the default schedule")
                                       : KernelCommandTexts::tr("Kernel: choose the schedule “%1”").arg(qs(name)),
                          {},
                          [schedules, name] { schedules->use(name); }});
  if (const std::string now = schedules->active(); !now.empty()) {
    commands.push_back({KernelCommandTexts::tr("Kernel: rename the schedule “%1”…").arg(qs(now)), {}, [schedules] {
                          schedules->askForName();
                        }});
    commands.push_back({KernelCommandTexts::tr("Kernel: remove the schedule “%1”").arg(qs(now)), {}, [schedules] {
                          schedules->remove();
                        }});
  }
  commands.push_back({KernelCommandTexts::tr("Kernel: apply these steps to another kernel…"), {}, [schedules] {
                        schedules->chooseOther();
                      }});
}

void add_steps(std::vector<Command>& commands, LoopTreeView* tree) {
  if (const QModelIndex row = tree->currentIndex(); row.data(LoopTreeModel::IsAxisRole).toBool())
    commands.push_back(
        {KernelCommandTexts::tr("Kernel: split %1 by a factor of choice").arg(row.siblingAtColumn(0).data().toString()),
         QStringLiteral("S"), [tree] { tree->splitChips(); }});
  // Found by what they say and by the primitive's name.
  for (const advise::Candidate& candidate : tree->candidates())
    if (candidate.legal)
      commands.push_back({KernelCommandTexts::tr("Kernel: %1").arg(translated(candidate.edit.label)),
                          detail_of(candidate), [tree, candidate] { tree->take(candidate); }});
}

}  // namespace

std::vector<Command> kernel_commands(KernelPage* page) {
  std::vector<Command> commands;
  if (!page) return commands;
  add_details(commands, page->view()->detailTabs());
  add_script(commands, page->view());
  if (page->group().valid()) add_schedules(commands, page->schedules());
  add_steps(commands, page->view()->treeView());
  return commands;
}

}  // namespace nw::window
