// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel is compared with: its other states and schedules, other kernels, texts that are not in the history.
#include <QTabWidget>
#include <algorithm>
#include <map>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/diff_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/state_name.h"
#include "workspace/task_name.h"

namespace nw::views {

QString KernelPage::stateName(workspace::StateId id) const {
  return state_name(workbench_->session().document()->history(), id, task_, default_script_);
}

// Candidates for comparison with the nest: the default, every named schedule, states that have a name or were
// requested, and other kernels that were scheduled or have a tab. Not the displayed one.
void KernelPage::compareWith() {
  std::vector<std::pair<QString, std::string>> others;
  std::map<std::string, const KernelPage*> tabs;  // of other kernels
  for (const KernelPage* page : parentWidget()
                                    ? parentWidget()->findChildren<KernelPage*>(QString(), Qt::FindDirectChildrenOnly)
                                    : QList<KernelPage*>())
    if (page->opened_ && page->group_.valid() && page->task_ != task_ && !page->retired_) tabs[page->task_] = page;
  const workspace::History& history = workbench_->session().document()->history();
  const auto& kernels = history.choices().kernels;
  const auto own = kernels.find(task_);
  const std::string active = own == kernels.end() ? std::string() : own->second.active;
  if (group_.valid() && !active.empty()) others.emplace_back(tr("the default schedule"), default_script_);
  for (const auto& [task, kernel] : kernels) {
    const auto tab = tabs.find(task);
    const QString name = tab == tabs.end() ? qs(workspace::kernel_name(task)) : tab->second->tabTitle();
    for (const auto& [schedule, script] : kernel.scripts)
      if (task != task_)
        others.emplace_back(tr("%1, %2").arg(name, qs(schedule)), script);
      else if (group_.valid() && schedule != active)
        others.emplace_back(qs(schedule), script);
  }
  for (const auto& [task, page] : tabs)
    if (!page->default_script_.empty())
      others.emplace_back(tr("%1, the default schedule").arg(page->tabTitle()), page->default_script_);
  const std::string now = script_at(history.current(), task_, default_script_);
  for (const workspace::State& state : history.states())
    if (const bool asked = std::find(compared_.begin(), compared_.end(), state.id) != compared_.end();
        asked || !state.tag.empty())
      if (std::string script = script_at(state, task_, default_script_); asked || script != now)
        others.emplace_back(stateName(state.id), std::move(script));
  others.insert(others.end(), texts_.begin(), texts_.end());
  view_->diff()->setOthers(std::move(others));
}

void KernelPage::compareWithText(const QString& name, const std::string& script) {
  if (!opened_ || failed_) return;
  std::erase_if(texts_, [&](const auto& text) { return text.first == name; });
  texts_.emplace_back(name, script);
  compareWith();
  view_->diff()->compareWith(name);
  view_->detailTabs()->setCurrentWidget(view_->diff());
}

void KernelPage::renewText(const QString& name, const std::string& script) {
  const auto known = std::ranges::find(texts_, name, &std::pair<QString, std::string>::first);
  if (known == texts_.end() || known->second == script) return;
  known->second = script;
  compareWith();
}

void KernelPage::forgetText(const QString& name) {
  if (std::erase_if(texts_, [&](const auto& text) { return text.first == name; }) > 0) compareWith();
}

void KernelPage::compareStates(workspace::StateId before, workspace::StateId after) {
  const auto known = [this](workspace::StateId id) {
    return id.valid() && id.index() < workbench_->session().document()->history().states().size();
  };
  if (!opened_ || failed_ || !known(before)) return;
  compared_ = {before};
  if (known(after)) compared_.push_back(after);
  compareWith();
  view_->diff()->compareWith(stateName(before), known(after) ? stateName(after) : QString());
  view_->detailTabs()->setCurrentWidget(view_->diff());
}

void KernelPage::compareBeside(workspace::StateId before, workspace::StateId after) {
  const workspace::History& history = workbench_->session().document()->history();
  const auto script = [&](workspace::StateId id) {
    const bool known = id.valid() && id.index() < history.states().size();
    return script_at(known ? history.state(id) : history.current(), task_, default_script_);
  };
  if (opened_ && !failed_) Q_EMIT comparisonWanted(script(before), script(after));
}

std::string KernelPage::scriptBefore() const {
  const workspace::History& history = workbench_->session().document()->history();
  const std::string now = script_at(history.current(), task_, default_script_);
  const std::vector<workspace::StateId> path = history.path(history.current().id);
  for (auto id = path.rbegin(); id != path.rend(); ++id)
    if (std::string script = script_at(history.state(*id), task_, default_script_); script != now) return script;
  if (!default_script_.empty() && default_script_ != now) return default_script_;
  for (size_t i = history.states().size(); i-- > 0;)
    if (std::string script = script_at(history.states()[i], task_, default_script_); script != now) return script;
  return now;
}

}  // namespace nw::views
