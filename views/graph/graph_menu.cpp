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

void GraphView::menu(int32_t item, int32_t edge, int32_t box, const QPoint& global) {
  QMenu menu(this);
  const auto& picture = canvas_->picture();
  if (item >= 0) {
    const SceneItem& thing = picture->scene.items[static_cast<size_t>(item)];
    if (!thing.node.valid()) {
      menu.addAction(tr("Open %1").arg(qs(tree_->scopes[static_cast<size_t>(thing.scope)].name)), this,
                     [this, scope = thing.scope] { toggleScope(scope); });
    } else {
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
      add_what_ifs(menu, workbench_, Selection::of_node(thing.node));
    }
  } else if (edge >= 0) {
    const SceneEdge& line = picture->scene.edges[static_cast<size_t>(edge)];
    const Selection both = Selection::of_edge(line.producer, line.consumer);
    select(both);
    menu.addAction(tr("Go to its producer"), this, [this, both] { workbench_.select(Selection::of_node(both.node)); });
    menu.addAction(tr("Go to its consumer"), this, [this, both] { workbench_.select(Selection::of_node(both.to)); });
    add_what_ifs(menu, workbench_, both);
  } else if (box >= 0) {
    menu.addAction(tr("Close this scope"), this,
                   [this, scope = picture->scene.boxes[static_cast<size_t>(box)].scope] { toggleScope(scope); });
  } else {
    menu.addAction(tr("Show all"), this, &GraphView::fit);
    menu.addAction(tr("Open all scopes"), this, &GraphView::expandAll);
    menu.addAction(tr("Close all scopes"), this, &GraphView::collapseAll);
    if (workbench_.fusion()) {
      menu.addSection(tr("Fusion"));
      add_fusion_settings(menu, workbench_);
    }
  }
  menu.exec(global);
}

}  // namespace nw::views
