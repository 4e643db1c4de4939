// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/kernel_tabs.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>
#include <utility>

#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "kernel/loop_tree_view.h"
#include "kernel/measure.h"
#include "kernel/schedule_menu.h"

namespace nw::window {

using namespace nw::views;

KernelTabs::KernelTabs(Workbench& workbench, GraphView* graph, MachinePeaks* peaks, QWidget* parent)
    : QTabWidget(parent), workbench_(workbench), graph_(graph), peaks_(peaks) {
  setDocumentMode(true);
  setTabsClosable(true);
  setMovable(true);
  setAccessibleName(tr("Graph and kernels"));
  addTab(graph_, tr("Graph"));
  tabBar()->setAccessibleName(tr("Graph and kernels"));
  for (auto side : {QTabBar::RightSide, QTabBar::LeftSide}) tabBar()->setTabButton(0, side, nullptr);
  connect(this, &QTabWidget::tabCloseRequested, this, &KernelTabs::closeTab);
  connect(this, &QTabWidget::currentChanged, this, [this] {
    sizeByFront();
    Q_EMIT stateChanged();
  });
}

void KernelTabs::tabInserted(int tab) {
  QTabWidget::tabInserted(tab);
  sizeByFront();
}

// Only the page in front decides how small the middle may be: pages behind it would squeeze the panels.
void KernelTabs::sizeByFront() {
  for (int i = 0; i < count(); ++i) {
    const auto policy = i == currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
    if (widget(i)->sizePolicy().horizontalPolicy() != policy) widget(i)->setSizePolicy(policy, policy);
  }
}

// ── what is open ─────────────────────────────────────────────────────────────────────────────────────────────────

KernelPage* KernelTabs::current() const {
  return qobject_cast<KernelPage*>(currentWidget());
}

std::vector<KernelPage*> KernelTabs::pages() const {
  std::vector<KernelPage*> found;
  for (int i = 1; i < count(); ++i)
    if (auto* page = qobject_cast<KernelPage*>(widget(i))) found.push_back(page);
  return found;
}

KernelPage* KernelTabs::pageOf(const std::string& task) const {
  if (current() && current()->task() == task) return current();
  for (KernelPage* page : pages())
    if (page->task() == task) return page;
  return nullptr;
}

bool KernelTabs::settled() const {
  if (script_waits_ || opening_ || !waiting_.empty() || !next_.empty()) return false;
  for (const KernelPage* page : pages())
    if (!page->settled()) return false;
  return true;
}

void KernelTabs::showGraph() {
  setCurrentWidget(graph_);
}

bool KernelTabs::graphShown() const {
  return currentWidget() == graph_;
}

// ── opening ──────────────────────────────────────────────────────────────────────────────────────────────────────

void KernelTabs::open(GroupId group) {
  finishOpening();
  for (KernelPage* page : pages())
    if (page->group() == group) return setCurrentWidget(page);
  // Made where it stays: moved there, all of it would be styled twice.
  auto* page =
      new KernelPage(&workbench_, group, peaks_, findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly));
  restorePins(page, group);
  present(page);
}

void KernelTabs::present(KernelPage* page) {
  connectPage(page);
  opening_ = page;
  QMetaObject::invokeMethod(this, &KernelTabs::finishOpening, Qt::QueuedConnection);
}

void KernelTabs::connectPage(KernelPage* page) {
  connect(page, &KernelPage::titleChanged, this, [this, page] { setTabText(indexOf(page), page->tabTitle()); });
  connect(page, &KernelPage::problemsWanted, this, &KernelTabs::problemsWanted);
  connect(page, &KernelPage::comparisonWanted, this, &KernelTabs::comparisonWanted);
  connect(page, &KernelPage::kernelsWanted, this, &KernelTabs::chooseKernelOfFile);
  connect(page->schedules(), &ScheduleMenu::chooseWanted, this, &KernelTabs::chooseWanted);
  connect(page, &KernelPage::defaultKnown, this, [this, page](const std::string& task, const std::string& script) {
    Q_EMIT defaultKnown(task, script, page->group());
  });
  connect(page, &KernelPage::measuredChanged, this, &KernelTabs::reportMeasured);
  connect(page, &KernelPage::runningChanged, this, &KernelTabs::stateChanged);
}

void KernelTabs::reportMeasured() {
  std::vector<workspace::StateId> waiting;
  std::map<workspace::StateId, Diagnostic> failed;
  for (const KernelPage* each : findChildren<KernelPage*>()) {
    for (const workspace::StateId state : each->branch()->runs().waiting_states()) waiting.push_back(state);
    failed.insert(each->branch()->runs().failed().begin(), each->branch()->runs().failed().end());
  }
  Q_EMIT measuredChanged(waiting, failed);
  Q_EMIT stateChanged();
}

void KernelTabs::record(const std::string& task, const std::string& script, const std::string& default_script,
                        const workspace::Measurement& measurement) {
  if (KernelPage* page = pageOf(task)) return page->record(script, measurement);
  workspace::Document* document = workbench_.session().document();
  if (!document) return;
  document->record(task, script, default_script, measurement);
  reportMeasured();
}

// A page is made in events of its own, and shown in another, after them.
void KernelTabs::finishOpening() {
  KernelPage* page = opening_;
  opening_ = nullptr;
  if (!page) return;
  const int tab = addTab(page, page->tabTitle());
  if (!workbench_.session().model()) setTabVisible(0, false);
  setCurrentIndex(tab);
  page->view()->treeView()->setFocus();
}

void KernelTabs::showGroup(GroupId group, bool as_kernel) {
  const auto fusion = workbench_.session().lastFusion();
  if (!fusion || group.index() >= fusion->groups.size()) return;
  workbench_.session().select(Selection::of_group(group));
  if (as_kernel) open(group);
}

// ── closing ──────────────────────────────────────────────────────────────────────────────────────────────────────

void KernelTabs::closeTab(int tab) {
  if (tab <= 0) return;
  if (!workbench_.session().model() && count() == 2) return Q_EMIT lastClosed();
  QWidget* page = widget(tab);
  removeTab(tab);
  setTabVisible(0, true);
  delete page;
  Q_EMIT stateChanged();
}

// They leave at once and are taken apart one an event: many together would hold the window. The graph is shown first,
// else each tab that goes would have the next one shown.
void KernelTabs::closeAll() {
  finishOpening();
  setTabVisible(0, true);
  setCurrentIndex(0);
  while (count() > 1) {
    QWidget* other = widget(1);
    auto* page = qobject_cast<KernelPage*>(other);
    removeTab(1);
    if (!page) {
      other->deleteLater();
      continue;
    }
    page->retire();
    leaving_.emplace_back(page);
  }
  if (!leaving_.empty()) QTimer::singleShot(0, this, &KernelTabs::deleteOne);
}

void KernelTabs::deleteOne() {
  if (leaving_.empty()) return;
  delete leaving_.back();
  leaving_.pop_back();
  if (!leaving_.empty()) QTimer::singleShot(0, this, &KernelTabs::deleteOne);
}

// ── restoring ────────────────────────────────────────────────────────────────────────────────────────────────────

std::vector<KernelTabState> KernelTabs::openTabs() const {
  std::vector<KernelTabState> tabs;
  for (const KernelPage* page : pages())
    if (!page->node().empty()) tabs.push_back({page->node(), page->view()->stopAfterLine(), page == currentWidget()});
  return tabs;
}

std::string KernelTabs::viewState() const {
  return with_kernel_tabs(graph_->viewState(), openTabs());
}

void KernelTabs::openDocument(bool restore) {
  const DocumentSession& session = workbench_.session();
  // A script's page is an event of its own: notifying all views of the document takes as long.
  script_waits_ = session.document() && session.document()->is_script();
  if (script_waits_)
    QTimer::singleShot(0, this, [this] {
      if (std::exchange(script_waits_, false)) openScript();
    });
  next_.clear();
  if (!restore) return;
  waiting_ = session.model() ? read_kernel_tabs(session.document()->view_state()) : std::vector<KernelTabState>();
}

void KernelTabs::reopenForModel() {
  finishOpening();
  if (waiting_.empty()) {  // else they were kept before, and are not open yet
    waiting_ = openTabs();
    waiting_.insert(waiting_.end(), next_.begin(), next_.end());
    next_.clear();
  }
  closeAll();
}

void KernelTabs::openWaiting() {
  if (waiting_.empty() || !workbench_.session().lastFusion()) return;
  next_ = std::exchange(waiting_, {});
  // In an event of their own: all views follow the new graph in this one.
  QMetaObject::invokeMethod(this, &KernelTabs::openNext, Qt::QueuedConnection);
}

// Each in events of its own.
void KernelTabs::openNext() {
  const auto fusion = workbench_.session().lastFusion();
  if (!fusion || !workbench_.session().model()) next_.clear();
  if (next_.empty()) return;
  const KernelTabState tab = next_.front();
  next_.erase(next_.begin());
  const NodeId node = workbench_.session().model()->optimized().find(tab.node);
  if (const auto group = fusion->group_of.find(node); node.valid() && group != fusion->group_of.end()) {
    QWidget* before = currentWidget();
    open(group->second);
    finishOpening();
    KernelPage* page = current();
    if (!tab.active) setCurrentWidget(before);
    if (page && tab.stop_after_line > 0)
      connect(
          page, &KernelPage::settledChanged, page,
          [page, line = tab.stop_after_line] { page->view()->stopAfterLine(line); }, Qt::SingleShotConnection);
  }
  QTimer::singleShot(0, this, &KernelTabs::openNext);
}

// The document itself waits: it is the same one that comes back.
void KernelTabs::keepPins() {
  kept_.clear();
  kept_of_ = workbench_.session().document();
  for (const KernelPage* page : pages()) kept_[page->node()] = page->view()->keep();
}

void KernelTabs::restorePins(KernelPage* page, GroupId group) {
  const DocumentSession& session = workbench_.session();
  if (session.document() != kept_of_) return;
  std::string node;
  if (const auto fusion = session.lastFusion(); group.valid() && fusion && group.index() < fusion->groups.size())
    node = session.model()->optimized().node(fusion->groups[group.index()].nodes.back()).name;
  if (const auto kept = kept_.extract(node); !kept.empty()) page->view()->restore(kept.mapped());
}

}  // namespace nw::window
