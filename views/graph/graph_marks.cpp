// SPDX-License-Identifier: GPL-3.0-or-later
// What is marked on the canvas: the selection, why it is fused or not, and what a what-if changed.
#include <algorithm>

#include "common/workbench.h"
#include "graph/change_banner.h"
#include "graph/graph_view.h"

namespace nw::views {

void GraphView::showSelection(bool reveal) {
  const auto& picture = canvas_->picture();
  if (!picture) {
    reveal_when_ready_ = reveal_when_ready_ || reveal;
    return;
  }
  const Selection& selection = workbench_.session().selection();
  Marks marks;
  marks.found = canvas_->marks().found;
  QRectF place;
  auto mark_item = [&](int32_t item) {
    if (item < 0) return;
    marks.items.insert(item);
    place |= picture->items[static_cast<size_t>(item)].rect();
  };
  switch (selection.kind) {
    case Selection::Kind::None:
      break;
    case Selection::Kind::Node:
      mark_item(picture->item_of(selection.node));
      break;
    case Selection::Kind::Edge:
      marks.edge = picture->edge_of(selection.node, selection.to);
      if (marks.edge >= 0) {
        place = picture->edge_bounds[static_cast<size_t>(marks.edge)].rect();
      } else {
        mark_item(picture->item_of(selection.node));
        mark_item(picture->item_of(selection.to));
      }
      break;
    case Selection::Kind::Group:
      marks.group = selection.group.value;
      place = picture->rect_of_group(selection.group.value);
      break;
    case Selection::Kind::Scope: {
      const int32_t scope = tree_->find(selection.scope);
      mark_item(picture->item_of_scope(scope));
      marks.box = picture->box_of_scope(scope);
      if (marks.box >= 0) place = picture->boxes[static_cast<size_t>(marks.box)].rect();
    }
  }
  markReason(marks);
  markDifference(marks);
  markStep(marks);
  markPass(marks);
  markComposites(marks);
  markKept(marks);
  canvas_->setMarks(std::move(marks));
  if (reveal && place.isValid()) canvas_->reveal(place);
}

namespace {

// The things on the canvas that stand for these nodes, each once.
std::vector<int32_t> items_of(const Picture& picture, const std::vector<NodeId>& nodes) {
  std::vector<int32_t> items;
  for (NodeId node : nodes)
    if (const int32_t item = picture.item_of(node); item >= 0) items.push_back(item);
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

}  // namespace

void GraphView::markReason(Marks& marks) const {
  const fusion::Reason* reason = workbench_.session().reason();
  if (!reason || workbench_.session().selection().kind != Selection::Kind::Edge) return;
  const Picture& picture = *canvas_->picture();
  if (reason->path.size() > 2) marks.outlines.push_back({Outline::Role::Path, items_of(picture, reason->path)});
  if (reason->blocker.valid()) marks.outlines.push_back({Outline::Role::Blocker, items_of(picture, {reason->blocker})});
}

void GraphView::markDifference(Marks& marks) const {
  const workspace::FusionView* change = workbench_.session().difference();
  if (!change || !workbench_.session().fusion() || playing()) return;
  const Picture& picture = *canvas_->picture();
  auto add = [&](const fusion::Fusion& fusion, const std::vector<GroupId>& groups, Outline::Role role) {
    for (GroupId group : groups)
      marks.outlines.push_back({role, items_of(picture, fusion.groups[group.index()].nodes)});
  };
  for (const fusion::GroupChange& each : change->difference.changes) {
    add(*change->before, each.before, Outline::Role::Before);
    add(*change->fusion, each.after, Outline::Role::After);
  }
}

void GraphView::setComposites(std::vector<NamedNodes> composites) {
  if (composites.empty() && composites_.empty()) return;
  composites_ = std::move(composites);
  showSelection(false);
}

void GraphView::markComposites(Marks& marks) const {
  if (!laid_out_ || laid_out_->scene.graph != workbench_.session().graph()) return;
  for (const NamedNodes& composite : composites_)
    if (auto items = items_of(*canvas_->picture(), composite.nodes); !items.empty())
      marks.outlines.push_back({Outline::Role::Before, std::move(items), composite.name});
}

// What a person keeps: nodes that stay in sight, and those to come back to. They are named, so another snapshot of the
// graph has them too.
void GraphView::markKept(Marks& marks) const {
  const Picture& picture = *canvas_->picture();
  const graph::Graph& graph = *picture.scene.graph;
  const auto mark = [&](NodeId node, Badge::Sign sign) {
    const int32_t item = node.valid() ? picture.item_of(node) : -1;
    if (item >= 0 && picture.scene.items[static_cast<size_t>(item)].node == node) marks.badges.push_back({item, sign});
  };
  if (&graph == graph_.get())
    for (const NodeId node : part_.pinned) mark(node, Badge::Sign::Pinned);
  for (const std::string& name : bookmarks_) mark(graph.find(name), Badge::Sign::Bookmarked);
  std::stable_sort(marks.badges.begin(), marks.badges.end(),
                   [](const Badge& a, const Badge& b) { return a.item < b.item; });
}

void GraphView::reasonChanged() {
  showSelection(false);
}

// The next group that the what-if changed, in the middle of the canvas.
void GraphView::stepDifference() {
  const workspace::FusionView* change = workbench_.session().difference();
  const auto& picture = canvas_->picture();
  if (!change || !picture || change->difference.changes.empty()) return;
  const auto& changes = change->difference.changes;
  changed_at_ = (changed_at_ + 1) % changes.size();
  banner_->setChange(*change, changed_at_);
  QRectF place;
  for (GroupId group : changes[changed_at_].before)
    for (int32_t item : items_of(*picture, change->before->groups[group.index()].nodes))
      place |= picture->items[static_cast<size_t>(item)].rect();
  if (place.isValid()) canvas_->reveal(place);
}

void GraphView::differenceChanged() {
  changed_at_ = static_cast<size_t>(-1);
  if (const workspace::FusionView* change = workbench_.session().difference()) banner_->setChange(*change, changed_at_);
  showBanner();
  showSelection(false);
}

// While the algorithm is played the groups on the canvas are those of its steps, not what the banner speaks of.
void GraphView::showBanner() {
  banner_->setVisible(workbench_.session().difference() && !playing());
}

}  // namespace nw::views
