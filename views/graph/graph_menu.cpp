// SPDX-License-Identifier: GPL-3.0-or-later
// The context menu of the graph.
#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include "common/text.h"
#include "common/what_if_menu.h"
#include "common/workbench.h"
#include "graph/graph_view.h"

namespace nw::views {

// What of the graph is shown, from these nodes on.
void GraphView::partMenu(QMenu& menu, const std::vector<NodeId>& nodes) {
  menu.addSeparator();
  menu.addAction(tr("Show only what is near it"), this, [this, nodes] { showAround(nodes, 2); });
  menu.addAction(tr("Show only this"), this, [this, nodes] { showOnly(nodes); });
  menu.addAction(tr("Hide it"), this, [this, nodes] { hide(nodes); });
  if (nodes.size() == 1) {
    QAction* pin = menu.addAction(tr("Pin: keep it in sight"), this, [this, node = nodes.front()] { togglePin(node); });
    pin->setCheckable(true);
    pin->setChecked(part_.pinned.contains(nodes.front()));
  }
  if (!part_.all()) menu.addAction(tr("Show everything"), this, &GraphView::showEverything);
}

void GraphView::menu(int32_t item, int32_t edge, int32_t box, const QPoint& global) {
  QMenu menu(this);
  const auto& picture = canvas_->picture();
  if (item >= 0) {
    const SceneItem& thing = picture->scene.items[static_cast<size_t>(item)];
    if (!thing.node.valid()) {
      menu.addAction(tr("Open %1").arg(qs(tree_->scopes[static_cast<size_t>(thing.scope)].name)), this,
                     [this, scope = thing.scope] { toggleScope(scope); });
      menu.addAction(tr("Enter it"), this, [this, scope = thing.scope] { enterScope(scope); });
      select(Selection::of_scope(tree_->scopes[static_cast<size_t>(thing.scope)].path));
      partMenu(menu, selectedNodes());
    } else {
      select(Selection::of_node(thing.node));
      if (thing.group >= 0) {
        menu.addAction(tr("Edit this group's kernel"), this,
                       [this, group = thing.group] { workbench_.openKernel(GroupId(group)); });
        menu.addAction(tr("Select the whole group"), this,
                       [this, group = thing.group] { select(Selection::of_group(GroupId(group))); });
      }
      const QString name = qs(picture->scene.graph->node(thing.node).name);
      menu.addAction(tr("Copy the name"), this, [name] { QApplication::clipboard()->setText(name); });
      if (thing.box >= 0)
        menu.addAction(
            tr("Close the scope around"), this,
            [this, scope = picture->scene.boxes[static_cast<size_t>(thing.box)].scope] { toggleScope(scope); });
      partMenu(menu, {thing.node});
      add_what_ifs(menu, workbench_, Selection::of_node(thing.node));
    }
  } else if (edge >= 0) {
    const SceneEdge& line = picture->scene.edges[static_cast<size_t>(edge)];
    const Selection both = Selection::of_edge(line.producer, line.consumer);
    select(both);
    menu.addAction(tr("Go to its producer"), this,
                   [this, both] { workbench_.session().select(Selection::of_node(both.node)); });
    menu.addAction(tr("Go to its consumer"), this,
                   [this, both] { workbench_.session().select(Selection::of_node(both.to)); });
    add_what_ifs(menu, workbench_, both);
  } else if (box >= 0) {
    menu.addAction(tr("Enter this scope"), this,
                   [this, scope = picture->scene.boxes[static_cast<size_t>(box)].scope] { enterScope(scope); });
    menu.addAction(tr("Close this scope"), this,
                   [this, scope = picture->scene.boxes[static_cast<size_t>(box)].scope] { toggleScope(scope); });
  } else {
    menu.addAction(tr("Show all"), this, &GraphView::fit);
    menu.addAction(tr("Open all scopes"), this, &GraphView::expandAll);
    menu.addAction(tr("Close all scopes"), this, &GraphView::collapseAll);
    if (workbench_.session().fusion()) {
      menu.addSection(tr("Fusion"));
      add_fusion_settings(menu, workbench_);
    }
  }
  menu.exec(global);
}

}  // namespace nw::views
