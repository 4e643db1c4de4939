// SPDX-License-Identifier: GPL-3.0-or-later
// The graph menu: what part is shown, by what it is coloured, the fusion algorithm and the passes; and bookmarks.
#include <QMenu>
#include <QMenuBar>
#include <QTabWidget>

#include "common/text.h"
#include "common/what_if_menu.h"
#include "graph/graph_view.h"
#include "window/actions.h"
#include "window/file_dialogs.h"
#include "window/main_window.h"

namespace nw::window {

using namespace nw::views;

void MainWindow::buildGraphMenu() {
  const Actions& a = *actions_;
  QMenu* menu = menuBar()->addMenu(tr("G&raph"));
  menu->addActions({a.near, a.only, a.hide, a.everything});
  menu->addSeparator();
  QMenu* colours = menu->addMenu(tr("&Colour by"));
  for (QAction* action : a.overlays) colours->addAction(action);
  colours->addAction(a.numbers);
  menu->addSeparator();
  menu->addActions({a.compare_file, a.compare_source, a.compare_fusion, a.compare_settings});
  menu->addSeparator();
  menu->addActions({a.passes, a.play_fusion});
  QMenu* what_if = menu->addMenu(tr("&What if"));
  connect(what_if, &QMenu::aboutToShow, this, [this, what_if] {
    what_if->clear();
    add_fusion_settings(*what_if, workbench_);
    add_what_ifs(*what_if, workbench_, workbench_.session().selection());
  });
}

void MainWindow::connectPartActions() {
  const Actions& a = *actions_;
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  auto show_graph = [this] { tabs_->setCurrentWidget(graph_); };
  on(a.near, [this, show_graph] { show_graph(), graph_->showAround(graph_->selectedNodes(), 2); });
  on(a.only, [this, show_graph] { show_graph(), graph_->showOnly(graph_->selectedNodes()); });
  on(a.hide, [this] { graph_->hide(graph_->selectedNodes()); });
  on(a.everything, [this] { graph_->showEverything(); });
  on(a.play_fusion, [this, show_graph] { show_graph(), graph_->startPlayback(); });
  on(a.passes, [this, show_graph](bool shown) { show_graph(), graph_->setTimelineVisible(shown); });
  on(a.numbers, [this] { chooseNumbers(); });
  for (size_t i = 0; i < a.overlays.size(); ++i)
    on(a.overlays[i],
       [this, show_graph, kind = static_cast<OverlayKind>(i)] { show_graph(), graph_->setOverlay(kind); });
  on(a.bookmark, [this] {
    if (const auto nodes = graph_->selectedNodes(); !nodes.empty()) graph_->toggleBookmark(nodes.front());
    fillBookmarks();
  });
  connect(graph_, &GraphView::overlayChanged, this, [this] {
    const auto kind = static_cast<size_t>(graph_->overlay());
    if (kind < actions_->overlays.size())
      actions_->overlays[kind]->setChecked(true);
    else
      for (QAction* action : actions_->overlays) action->setChecked(false);
    actions_->passes->setChecked(graph_->timelineVisible());
  });
  connect(graph_, &GraphView::pictureChanged, this, &MainWindow::fillBookmarks);
}

void MainWindow::fillBookmarks() {
  if (!bookmark_menu_) return;
  bookmark_menu_->clear();
  for (const std::string& name : graph_->bookmarks())
    bookmark_menu_->addAction(qs(name), this, [this, name] {
      tabs_->setCurrentWidget(graph_);
      selectNode(qs(name));
    });
  bookmark_menu_->setEnabled(!graph_->bookmarks().empty());
}

void MainWindow::chooseNumbers() {
  const QString path = ask_for_file(this, tr("Numbers of nodes"), {tr("JSON (*.json)"), tr("All files (*)")});
  if (!path.isEmpty() && !graph_->setNumbers(path)) Q_EMIT workbench_.message(tr("%1 cannot be read").arg(path));
}

}  // namespace nw::window
