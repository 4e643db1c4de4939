// SPDX-License-Identifier: GPL-3.0-or-later
// The window's kernel tabs.
#include <QTabWidget>

#include "common/history_panel.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "window/actions.h"
#include "window/docks.h"
#include "window/main_window.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::connectKernelActions() {
  const Actions& a = *actions_;
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  on(a.edit_kernel, [this] {
    const Selection& selection = workbench_.selection();
    GroupId group = selection.group;
    if (const auto fusion = workbench_.fusion(); fusion && selection.node.valid())
      if (auto found = fusion->group_of.find(selection.node); found != fusion->group_of.end()) group = found->second;
    if (group.valid()) openKernel(group);
  });
  on(a.run, [this] {
    if (KernelPage* page = currentKernel()) page->running() ? page->cancelRun() : page->run();
  });
}

KernelPage* MainWindow::currentKernel() const {
  return qobject_cast<KernelPage*>(tabs_->currentWidget());
}

KernelPage* MainWindow::openKernel(GroupId group) {
  for (int i = 1; i < tabs_->count(); ++i) {
    auto* page = qobject_cast<KernelPage*>(tabs_->widget(i));
    if (!page || page->group() != group) continue;
    tabs_->setCurrentIndex(i);
    return page;
  }
  auto* page = new KernelPage(&workbench_, group, this);
  const int tab = tabs_->addTab(page, page->title());
  connect(page, &KernelPage::titleChanged, this,
          [this, page] { tabs_->setTabText(tabs_->indexOf(page), page->title()); });
  connect(page, &KernelPage::measuredChanged, this, [this] { docks_->history->refill(); });
  tabs_->setCurrentIndex(tab);
  if (!workbench_.model()) tabs_->setTabVisible(0, false);
  return page;
}

void MainWindow::closeKernel(int tab) {
  if (tab <= 0) return;
  QWidget* page = tabs_->widget(tab);
  tabs_->removeTab(tab);
  tabs_->setTabVisible(0, true);
  delete page;
  updateState();
}

void MainWindow::showGroup(GroupId group, bool as_kernel) {
  const auto fusion = workbench_.lastFusion();
  if (!fusion || group.index() >= fusion->groups.size()) return;
  workbench_.select(Selection::of_group(group));
  if (as_kernel) openKernel(group);
}

}  // namespace nw::window
