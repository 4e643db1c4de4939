// SPDX-License-Identifier: GPL-3.0-or-later
// The history is the document's, a tab is one kernel's: what undo changes, and what is compared, is brought to the
// front.
#include <QTabWidget>
#include <utility>

#include "common/text.h"
#include "kernel/kernel_page.h"
#include "window/main_window.h"
#include "workspace/task_name.h"

namespace nw::window {

using namespace nw::views;

KernelPage* MainWindow::pageOf(const std::string& task) const {
  if (currentKernel() && currentKernel()->task() == task) return currentKernel();
  for (int i = 1; i < tabs_->count(); ++i)
    if (auto* page = qobject_cast<KernelPage*>(tabs_->widget(i)); page && page->task() == task) return page;
  return nullptr;
}

// Undo, redo and a state gone to in the history: no state is new, and the present one is another.
void MainWindow::followHistory() {
  const workspace::Document* document = workbench_.session().document();
  const workspace::History* history = document ? &document->history() : nullptr;
  const Present now = history ? Present{history->current().id, history->states().size()} : Present();
  const Present before = std::exchange(present_, now);
  if (!before.state.valid() || before.states != now.states || before.state == now.state) return;
  const KernelPage* shown = currentKernel();
  if (!shown) return;
  const workspace::Choices& was = *history->state(before.state).choices;
  const workspace::Choices& is = history->choices();
  if (active_script(was, shown->task()) != active_script(is, shown->task())) return;
  const std::string task = changed_task(was, is);
  if (task.empty()) return;
  if (KernelPage* page = pageOf(task)) {
    tabs_->setCurrentWidget(page);
    Q_EMIT workbench_.message(tr("%1 has changed").arg(page->title()));
  } else {
    Q_EMIT workbench_.message(
        tr("Another kernel has changed, whose tab is closed: %1").arg(qs(workspace::kernel_name(task))));
  }
}

// Two states of a kernel are compared in that kernel's tab, whichever is on screen.
void MainWindow::compareStates(workspace::StateId before, workspace::StateId after) {
  const workspace::Document* document = workbench_.session().document();
  if (!document) return;
  const workspace::History& history = document->history();
  const size_t count = history.states().size();
  if (!before.valid() || before.index() >= count) return;
  const workspace::Choices& from = *history.state(before).choices;
  const workspace::Choices& to =
      after.valid() && after.index() < count ? *history.state(after).choices : history.choices();
  KernelPage* page = currentKernel();
  if (!page || active_script(from, page->task()) == active_script(to, page->task())) {
    const std::string task = changed_task(from, to);
    KernelPage* other = task.empty() ? nullptr : pageOf(task);
    if (!other && (!page || !task.empty())) {
      Q_EMIT workbench_.message(
          task.empty()
              ? tr("Open a kernel first: its loop nest is what is compared")
              : tr("Open %1 first: its loop nest is what differs between them").arg(qs(workspace::kernel_name(task))));
      return;
    }
    if (other) {
      page = other;
      tabs_->setCurrentWidget(page);
    }
  }
  page->compareStates(before, after);
}

}  // namespace nw::window
