// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels are open, kept in the project and when the model is rebuilt. A group is known by a node of it: what
// is in it and its number may have changed since.
#include <QTabWidget>
#include <QTimer>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "window/main_window.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::keepTabs() {
  if (!tabs_waiting_.empty()) return;  // they were kept before, and are not open yet
  for (int i = 1; i < tabs_->count(); ++i)
    if (const auto* page = qobject_cast<KernelPage*>(tabs_->widget(i)); page && !page->node().empty())
      tabs_waiting_.push_back({page->node(), page->view()->stopAfterLine(), i == tabs_->currentIndex()});
  tabs_waiting_.insert(tabs_waiting_.end(), tabs_opening_.begin(), tabs_opening_.end());
  tabs_opening_.clear();
}

// The document itself waits: it is the same one that comes back.
void MainWindow::keepKernels() {
  kept_.clear();
  kept_of_ = workbench_.session().document();
  for (int i = 1; i < tabs_->count(); ++i)
    if (const auto* page = qobject_cast<KernelPage*>(tabs_->widget(i))) kept_[page->node()] = page->view()->keep();
}

void MainWindow::giveBack(KernelPage* page, GroupId group) {
  if (workbench_.session().document() != kept_of_) return;
  std::string node;
  if (const auto fusion = workbench_.session().lastFusion();
      group.valid() && fusion && group.index() < fusion->groups.size())
    node = workbench_.session().model()->optimized().node(fusion->groups[group.index()].nodes.back()).name;
  if (const auto kept = kept_.extract(node); !kept.empty()) page->view()->giveBack(kept.mapped());
}

std::string MainWindow::viewState() const {
  nlohmann::json state = read_json(graph_->viewState());
  if (!state.is_object()) state = nlohmann::json::object();
  nlohmann::json kernels = nlohmann::json::array();
  for (int i = 1; i < tabs_->count(); ++i) {
    const auto* page = qobject_cast<KernelPage*>(tabs_->widget(i));
    if (!page || page->node().empty()) continue;
    nlohmann::json tab = {{"node", page->node()}};
    if (const int line = page->view()->stopAfterLine(); line > 0) tab["stop_after_line"] = line;
    if (i == tabs_->currentIndex()) tab["active"] = true;
    kernels.push_back(std::move(tab));
  }
  if (!kernels.empty()) state["kernels"] = std::move(kernels);
  return state.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// What a person wrote into the file may be anything.
void MainWindow::restoreTabs() {
  tabs_waiting_.clear();
  if (!workbench_.session().model()) return;
  const nlohmann::json state = read_json(workbench_.session().document()->view_state());
  if (!state.is_object() || !state.contains("kernels") || !state["kernels"].is_array()) return;
  for (const nlohmann::json& tab : state["kernels"]) {
    if (!tab.is_object() || !tab.contains("node") || !tab["node"].is_string()) continue;
    const auto line = tab.find("stop_after_line"), active = tab.find("active");
    tabs_waiting_.push_back({tab["node"].get<std::string>(),
                             line != tab.end() && line->is_number_integer() ? line->get<int>() : 0,
                             active != tab.end() && active->is_boolean() && active->get<bool>()});
  }
}

// Each in events of its own.
void MainWindow::openNextTab() {
  const auto fusion = workbench_.session().lastFusion();
  if (!fusion || !workbench_.session().model()) tabs_opening_.clear();
  if (tabs_opening_.empty()) return;
  const KernelTab tab = tabs_opening_.front();
  tabs_opening_.erase(tabs_opening_.begin());
  const NodeId node = workbench_.session().model()->optimized().find(tab.node);
  if (const auto group = fusion->group_of.find(node); node.valid() && group != fusion->group_of.end()) {
    QWidget* before = tabs_->currentWidget();
    openKernel(group->second);
    finishOpening();
    KernelPage* page = currentKernel();
    if (!tab.active) tabs_->setCurrentWidget(before);
    if (page && tab.stop_after_line > 0)
      connect(
          page, &KernelPage::settledChanged, page,
          [page, line = tab.stop_after_line] { page->view()->stopAfterLine(line); }, Qt::SingleShotConnection);
  }
  QTimer::singleShot(0, this, &MainWindow::openNextTab);
}

}  // namespace nw::window
