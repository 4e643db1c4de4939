// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/kernel_actions.h"

#include <QInputDialog>
#include <utility>

#include "common/workbench.h"
#include "kernel/kernel_page.h"
#include "window/actions.h"
#include "window/kernel_tabs.h"
#include "window/network_run.h"
#include "window/window_settings.h"

namespace nw::window {

using namespace nw::views;

KernelActions::KernelActions(const Actions& actions, Workbench& workbench, GraphView& graph, KernelTabs& tabs,
                             RunPanel& panel, WindowSettings& settings, QObject* parent)
    : QObject(parent),
      workbench_(workbench),
      tabs_(tabs),
      settings_(settings),
      network_(new NetworkRun(workbench, graph, panel, this)) {
  connect(network_, &NetworkRun::progressChanged, &workbench_, &Workbench::stateChanged);
  connect(actions.edit_kernel, &QAction::triggered, this, &KernelActions::editSelected);
  connect(actions.run, &QAction::triggered, this, &KernelActions::run);
  connect(actions.time_limit, &QAction::triggered, this, &KernelActions::askTimeLimit);
  for (const auto& [action, direction] :
       {std::pair{actions.next_hot_spot, 1}, std::pair{actions.previous_hot_spot, -1}})
    connect(action, &QAction::triggered, this, [this, direction] {
      if (KernelPage* page = tabs_.current()) page->goToHotSpot(direction);
    });
  connect(actions.measure_branch, &QAction::triggered, this, [this] {
    if (KernelPage* page = tabs_.current()) page->measureBranch();
  });
}

void KernelActions::editSelected() {
  if (const GroupId group = workbench_.session().selectedGroup(); group.valid()) tabs_.open(group);
}

void KernelActions::run() {
  if (KernelPage* page = tabs_.current())
    page->running() ? page->cancelRun() : page->run();
  else if (network_->running() || tabs_.graphShown())
    network_->startOrStop();
}

void KernelActions::askTimeLimit() {
  constexpr int kDay = 24 * 60 * 60;
  bool chosen = false;
  const int seconds =
      QInputDialog::getInt(tabs_.window(), tr("Time limit of a run"),
                           tr("A kernel is stopped after so many seconds, compiling included. A network has ten times "
                              "as long."),
                           workbench_.timeLimit(), 1, kDay, 10, &chosen);
  if (!chosen) return;
  workbench_.setTimeLimit(seconds);
  settings_.setTimeLimit(seconds);
}

}  // namespace nw::window
