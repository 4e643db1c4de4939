// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/graph_actions.h"

#include <utility>

#include "common/workbench.h"
#include "graph/fusion_playback.h"
#include "graph/graph_colours.h"
#include "graph/graph_finder.h"
#include "graph/graph_view.h"
#include "graph/pass_timeline.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "window/actions.h"
#include "window/file_dialogs.h"
#include "window/kernel_tabs.h"

namespace nw::window {

using namespace nw::views;

GraphActions::GraphActions(const Actions& actions, Workbench& workbench, GraphView& graph, KernelTabs& tabs,
                           QObject* parent)
    : QObject(parent), workbench_(workbench), graph_(graph), tabs_(tabs) {
  connectView(actions);
  connectParts(actions);
  connectColours(actions);
}

void GraphActions::connectView(const Actions& a) {
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  on(a.find, [this] { find(); });
  on(a.find_next, [this] { findNext(1); });
  on(a.find_previous, [this] { findNext(-1); });
  on(a.fit, [this] { graph_.fit(); });
  on(a.expand_all, [this] { graph_.expandAll(); });
  on(a.collapse_all, [this] { graph_.collapseAll(); });
  on(a.default_scopes, [this] { graph_.showDefault(); });
  on(a.source, [this] { workbench_.session().setStage(DocumentSession::Stage::Source); });
  on(a.optimized, [this] { workbench_.session().setStage(DocumentSession::Stage::Optimized); });
  on(a.fused, [this] { workbench_.session().setStage(DocumentSession::Stage::Fused); });
}

void GraphActions::connectParts(const Actions& a) {
  auto on = [this](QAction* action, auto&& work) {
    connect(action, &QAction::triggered, this, std::forward<decltype(work)>(work));
  };
  on(a.near, [this] { tabs_.showGraph(), graph_.shownPart().showAround(graph_.selectedNodes(), 2); });
  on(a.only, [this] { tabs_.showGraph(), graph_.shownPart().showOnly(graph_.selectedNodes()); });
  on(a.hide, [this] { graph_.shownPart().hide(graph_.selectedNodes()); });
  on(a.everything, [this] { graph_.shownPart().showEverything(); });
  on(a.play_fusion, [this] { tabs_.showGraph(), graph_.playback().start(); });
  on(a.passes, [this](bool shown) { tabs_.showGraph(), graph_.passes().setVisible(shown); });
  on(a.pattern_from, [this] { Q_EMIT graph_.patternWanted(graph_.selectedNodes(), false); });
  on(a.pattern_more, [this] { Q_EMIT graph_.patternWanted(graph_.selectedNodes(), true); });
  on(a.bookmark, [this] {
    if (const auto nodes = graph_.selectedNodes(); !nodes.empty()) graph_.toggleBookmark(nodes.front());
    Q_EMIT bookmarksChanged();
  });
  connect(&graph_, &GraphView::pictureChanged, this, &GraphActions::bookmarksChanged);
}

void GraphActions::connectColours(const Actions& a) {
  connect(a.numbers, &QAction::triggered, this, &GraphActions::chooseNumbers);
  for (size_t i = 0; i < a.overlays.size(); ++i)
    connect(a.overlays[i], &QAction::triggered, this, [this, kind = static_cast<OverlayKind>(i)] {
      tabs_.showGraph();
      // The key that shows times takes them away again.
      const bool again = kind == OverlayKind::Time && graph_.colours().overlay() == kind;
      graph_.colours().setOverlay(again ? OverlayKind::None : kind);
    });
  connect(&graph_, &GraphView::overlayChanged, this, [this, overlays = a.overlays, passes = a.passes] {
    const auto kind = static_cast<size_t>(graph_.colours().overlay());
    if (kind < overlays.size())
      overlays[kind]->setChecked(true);
    else
      for (QAction* action : overlays) action->setChecked(false);
    passes->setChecked(graph_.passes().visible());
  });
}

void GraphActions::find() {
  if (KernelPage* page = tabs_.current()) return page->view()->find();
  tabs_.showGraph();
  graph_.finder().open();
}

void GraphActions::findNext(int direction) {
  if (KernelPage* page = tabs_.current()) return page->view()->findNext(direction > 0);
  graph_.finder().step(direction);
}

void GraphActions::chooseNumbers() {
  const QString path = ask_for_file(tabs_.window(), tr("Numbers of nodes"), {tr("JSON (*.json)"), tr("All files (*)")});
  if (!path.isEmpty()) openNumbers(path);
}

void GraphActions::openNumbers(const QString& path) {
  if (!graph_.colours().setNumbers(path)) Q_EMIT workbench_.message(tr("%1 cannot be read").arg(path));
}

}  // namespace nw::window
