// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include "common/text.h"
#include "common/what_if_menu.h"
#include "common/workbench.h"
#include "graph/fusion_playback.h"
#include "graph/graph_view.h"
#include "graph/picked_nodes.h"
#include "graph/shown_part.h"

namespace nw::views {

GraphMenu::GraphMenu(GraphView& graph, Workbench& workbench) : QObject(&graph), graph_(graph), workbench_(workbench) {}

void GraphMenu::open(int32_t item, int32_t edge, int32_t box, const QPoint& global) {
  QMenu menu(&graph_);
  const auto& picture = graph_.canvas()->picture();
  if (item >= 0) {
    const SceneItem& thing = picture->scene.items[static_cast<size_t>(item)];
    if (thing.node.valid() && graph_.picked().contains(thing.node) && graph_.picked().nodes().size() > 1) {
      addPicked(menu);
    } else {
      graph_.picked().clear();
      thing.node.valid() ? addNode(menu, item) : addClosedScope(menu, thing.scope);
    }
  } else if (edge >= 0) {
    graph_.picked().clear();
    addEdge(menu, edge);
  } else if (box >= 0) {
    addOpenScope(menu, picture->scene.boxes[static_cast<size_t>(box)].scope);
  } else {
    addCanvas(menu);
  }
  menu.exec(global);
}

void GraphMenu::addClosedScope(QMenu& menu, int32_t scope) {
  const Scope& named = graph_.tree()->scopes[static_cast<size_t>(scope)];
  menu.addAction(tr("Open %1").arg(qs(named.name)), this, [this, scope] { graph_.toggleScope(scope); });
  menu.addAction(tr("Enter it"), this, [this, scope] { graph_.shownPart().enterScope(scope); });
  graph_.select(Selection::of_scope(named.path));
  addParts(menu, graph_.selectedNodes());
  addPattern(menu);
}

void GraphMenu::addNode(QMenu& menu, int32_t item) {
  const Scene& scene = graph_.canvas()->picture()->scene;
  const SceneItem& thing = scene.items[static_cast<size_t>(item)];
  graph_.select(Selection::of_node(thing.node));
  if (thing.group >= 0) {
    if (workbench_.whyNoKernel(GroupId(thing.group)).isEmpty())
      menu.addAction(tr("Edit this group's kernel"), this,
                     [this, group = thing.group] { workbench_.openKernel(GroupId(group)); });
    menu.addAction(tr("Select the whole group"), this,
                   [this, group = thing.group] { graph_.select(Selection::of_group(GroupId(group))); });
  }
  const QString name = qs(scene.graph->node(thing.node).name);
  menu.addAction(tr("Copy the name"), this, [name] { QApplication::clipboard()->setText(name); });
  if (thing.box >= 0)
    menu.addAction(tr("Close the scope around"), this,
                   [this, scope = scene.boxes[static_cast<size_t>(thing.box)].scope] { graph_.toggleScope(scope); });
  addParts(menu, {thing.node});
  addPattern(menu);
  add_what_ifs(menu, workbench_, Selection::of_node(thing.node));
}

void GraphMenu::addEdge(QMenu& menu, int32_t edge) {
  const Picture& picture = *graph_.canvas()->picture();
  const SceneEdge& line = picture.scene.edges[static_cast<size_t>(edge)];
  // A line between scopes stands for several edges: one of them may be selected.
  const Selection& now = workbench_.session().selection();
  const bool selected = now.kind == Selection::Kind::Edge && picture.edge_of(now.node, now.to) == edge;
  const Selection both = selected ? now : Selection::of_edge(line.producer, line.consumer);
  graph_.select(both);
  menu.addAction(tr("Go to its producer"), this,
                 [this, both] { workbench_.session().select(Selection::of_node(both.node)); });
  menu.addAction(tr("Go to its consumer"), this,
                 [this, both] { workbench_.session().select(Selection::of_node(both.to)); });
  if (workbench_.session().fusion())
    menu.addAction(tr("Show the deciding step"), this,
                   [this, both] { graph_.playback().showDecision(both.node, both.to); });
  addPattern(menu);
  add_what_ifs(menu, workbench_, both);
}

void GraphMenu::addOpenScope(QMenu& menu, int32_t scope) {
  menu.addAction(tr("Enter this scope"), this, [this, scope] { graph_.shownPart().enterScope(scope); });
  menu.addAction(tr("Close this scope"), this, [this, scope] { graph_.toggleScope(scope); });
}

void GraphMenu::addCanvas(QMenu& menu) {
  menu.addAction(tr("Show all"), &graph_, &GraphView::fit);
  menu.addAction(tr("Open all scopes"), &graph_, &GraphView::expandAll);
  menu.addAction(tr("Close all scopes"), &graph_, &GraphView::collapseAll);
  if (!workbench_.session().fusion()) return;
  menu.addSection(tr("Fusion"));
  add_fusion_settings(menu, workbench_);
}

// Of several nodes only what makes sense for all of them.
void GraphMenu::addPicked(QMenu& menu) {
  ShownPart& part = graph_.shownPart();
  const std::vector<NodeId> nodes = graph_.selectedNodes();
  menu.addSection(tr("%n node(s)", nullptr, static_cast<int>(nodes.size())));
  menu.addAction(tr("Show only these"), this, [&part, nodes] { part.showOnly(nodes); });
  menu.addAction(tr("Hide them"), this, [&part, nodes] { part.hide(nodes); });
  addPattern(menu);
}

void GraphMenu::addPattern(QMenu& menu) {
  const std::vector<NodeId> nodes = graph_.selectedNodes();
  menu.addSeparator();
  menu.addAction(tr("Pattern from the selection"), this, [this, nodes] { Q_EMIT graph_.patternWanted(nodes, false); });
  if (graph_.hasPlaces())
    menu.addAction(tr("Add it to the pattern, as one more place"), this,
                   [this, nodes] { Q_EMIT graph_.patternWanted(nodes, true); });
}

// What of the graph is shown, from these nodes on.
void GraphMenu::addParts(QMenu& menu, const std::vector<NodeId>& nodes) {
  ShownPart& part = graph_.shownPart();
  menu.addSeparator();
  menu.addAction(tr("Show only what is near it"), this, [&part, nodes] { part.showAround(nodes, 2); });
  menu.addAction(tr("Show only this"), this, [&part, nodes] { part.showOnly(nodes); });
  menu.addAction(tr("Hide it"), this, [&part, nodes] { part.hide(nodes); });
  if (nodes.size() == 1) {
    QAction* pin =
        menu.addAction(tr("Pin: keep it in sight"), this, [&part, node = nodes.front()] { part.togglePin(node); });
    pin->setCheckable(true);
    pin->setChecked(part.part().pinned.contains(nodes.front()));
  }
  if (!part.part().all()) menu.addAction(tr("Show everything"), &part, &ShownPart::showEverything);
}

}  // namespace nw::views
