// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/kernel_history.h"

#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/kernel_page.h"
#include "window/kernel_tabs.h"
#include "workspace/task_name.h"

namespace nw::window {

using namespace nw::views;

KernelHistory::Present KernelHistory::present() const {
  const workspace::Document* document = workbench_.session().document();
  if (!document) return {};
  return {document->history().current().id, document->history().states().size()};
}

void KernelHistory::documentChanged() {
  shown_ = present();
}

// No state is new, and the present one is another.
void KernelHistory::follow() {
  const Present now = present();
  const Present before = std::exchange(shown_, now);
  if (!before.state.valid() || before.states != now.states || before.state == now.state) return;
  const KernelPage* shown = tabs_.current();
  if (!shown) return;
  const workspace::History& history = workbench_.session().document()->history();
  const workspace::Choices& was = *history.state(before.state).choices;
  const workspace::Choices& is = history.choices();
  if (active_script(was, shown->task()) != active_script(is, shown->task())) return;
  const std::string task = changed_task(was, is);
  if (task.empty()) return;
  if (KernelPage* page = tabs_.pageOf(task)) {
    tabs_.setCurrentWidget(page);
    Q_EMIT workbench_.message(tr("%1 has changed").arg(page->title()));
  } else {
    Q_EMIT workbench_.message(
        tr("Another kernel has changed, whose tab is closed: %1").arg(qs(workspace::kernel_name(task))));
  }
}

void KernelHistory::compareStates(workspace::StateId before, workspace::StateId after, Where where) {
  const workspace::Document* document = workbench_.session().document();
  if (!document) return;
  const workspace::History& history = document->history();
  const size_t count = history.states().size();
  if (!before.valid() || before.index() >= count) return;
  const workspace::Choices& from = *history.state(before).choices;
  const workspace::Choices& to =
      after.valid() && after.index() < count ? *history.state(after).choices : history.choices();
  KernelPage* page = tabs_.current();
  if (!page || active_script(from, page->task()) == active_script(to, page->task())) {
    const std::string task = changed_task(from, to);
    KernelPage* other = task.empty() ? nullptr : tabs_.pageOf(task);
    if (!other && (!page || !task.empty())) {
      Q_EMIT workbench_.message(
          task.empty()
              ? tr("Open a kernel first: its loop nest is what is compared")
              : tr("Open %1 first: its loop nest is what differs between them").arg(qs(workspace::kernel_name(task))));
      return;
    }
    if (other) {
      page = other;
      tabs_.setCurrentWidget(page);
    }
  }
  where == Where::Beside ? page->compareBeside(before, after) : page->compareStates(before, after);
}

}  // namespace nw::window
