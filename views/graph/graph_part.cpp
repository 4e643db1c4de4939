// SPDX-License-Identifier: GPL-3.0-or-later
// Showing a part of the graph: entering scopes, surroundings of a node, hiding, pinning.
#include <QLineF>
#include <algorithm>
#include <limits>

#include "common/text.h"
#include "common/workbench.h"
#include "graph/face.h"
#include "graph/graph_view.h"
#include "graph/place_bar.h"

namespace nw::views {

namespace {

// The scopes around what is shown, open; those with nothing to show stay as they are.
std::vector<bool> opened_around(const ScopeTree& tree, const std::vector<bool>& shown, std::vector<bool> expanded) {
  constexpr int kMost = 600;
  int count = 0;
  for (NodeId id : tree.order) count += shown[id.index()] ? 1 : 0;
  if (count > kMost) return expanded;
  for (NodeId id : tree.order)
    if (shown[id.index()])
      for (int32_t s = tree.scope_of[id.index()]; s > 0; s = tree.scopes[static_cast<size_t>(s)].parent)
        expanded[static_cast<size_t>(s)] = true;
  return expanded;
}

}  // namespace

// What stays where it is on the screen: what is selected, else what is nearest to the middle; in sight now and in the
// next picture.
NodeId GraphView::nodeToHold(const Picture& next) const {
  const auto& picture = canvas_->picture();
  if (!picture || picture->scene.tree != next.scene.tree) return {};
  const QRectF seen = canvas_->view().to_scene(QRectF(canvas_->rect()));
  const NodeId selected = workbench_.session().selection().node;
  NodeId best;
  double nearest = std::numeric_limits<double>::max();
  picture->item_index.query(seen, [&](int32_t i) {
    const NodeId node = picture->scene.items[static_cast<size_t>(i)].node;
    if (!node.valid() || next.item_of(node) < 0) return;
    const QPointF center = picture->items[static_cast<size_t>(i)].rect().center();
    const double distance = node == selected ? -1 : QLineF(center, seen.center()).length();
    if (distance >= nearest) return;
    nearest = distance;
    best = node;
  });
  return best;
}

void GraphView::showPart(Part part, Camera camera) {
  if (!graph_ || !tree_) return;
  const auto shown = part.shown(*graph_, *tree_);
  const bool any =
      !shown || std::any_of(tree_->order.begin(), tree_->order.end(), [&](NodeId id) { return (*shown)[id.index()]; });
  if (!any) return;
  part_ = std::move(part);
  shown_ = shown;
  updatePlace();
  camera_when_ready_ = camera;
  const bool fewer = camera == Camera::Stay;  // something was hidden or is back, and no scope opens for that
  makePicture(shown_ && !fewer ? opened_around(*tree_, *shown_, expanded_) : expanded_);
}

void GraphView::showEverything() {
  Part part;
  part.pinned = part_.pinned;
  showPart(std::move(part), Camera::StayIfInSight);
}

void GraphView::enterScope(int32_t scope) {
  if (scope <= 0) return showEverything();
  Part part{.kind = Part::Kind::Scope, .scope = scope};
  part.pinned = part_.pinned;
  expanded_[static_cast<size_t>(scope)] = true;
  showPart(std::move(part), Camera::Fit);
}

void GraphView::showAround(const std::vector<NodeId>& nodes, int hops) {
  if (nodes.empty()) return;
  Part part{.kind = Part::Kind::Around, .nodes = nodes, .hops = std::max(1, hops)};
  part.pinned = part_.pinned;
  showPart(std::move(part), Camera::StayIfReadable);
}

void GraphView::showOnly(const std::vector<NodeId>& nodes) {
  if (nodes.empty()) return;
  Part part{.kind = Part::Kind::Nodes, .nodes = nodes};
  part.pinned = part_.pinned;
  showPart(std::move(part), Camera::StayIfReadable);
}

void GraphView::hide(const std::vector<NodeId>& nodes) {
  Part part = part_;
  part.hidden.insert(nodes.begin(), nodes.end());
  for (NodeId node : nodes) part.pinned.erase(node);
  showPart(std::move(part), Camera::Stay);
}

void GraphView::showHidden() {
  Part part = part_;
  part.hidden.clear();
  showPart(std::move(part), Camera::Stay);
}

void GraphView::togglePin(NodeId node) {
  const bool was = part_.pinned.erase(node) > 0;
  if (!was) part_.pinned.insert(node);
  showSelection(false);
  const QString name = qs(graph_->node(node).name);
  Q_EMIT workbench_.message(was ? tr("%1 is no longer pinned").arg(name)
                                : tr("%1 is pinned: it is shown with every part of the graph").arg(name));
}

std::vector<NodeId> GraphView::selectedNodes() const {
  const Selection& selection = workbench_.session().selection();
  switch (selection.kind) {
    case Selection::Kind::Node:
      return {selection.node};
    case Selection::Kind::Edge:
      return {selection.node, selection.to};
    case Selection::Kind::Group:
      if (const auto fusion = workbench_.session().fusion(); fusion && selection.group.index() < fusion->groups.size())
        return fusion->groups[selection.group.index()].nodes;
      break;
    case Selection::Kind::Scope: {
      std::vector<NodeId> nodes;
      const int32_t scope = tree_ ? tree_->find(selection.scope) : -1;
      if (scope < 0) break;
      for (NodeId id : tree_->order)
        if (tree_->inside(tree_->scope_of[id.index()], scope)) nodes.push_back(id);
      return nodes;
    }
    case Selection::Kind::None:
      break;
  }
  return {};
}

void GraphView::updatePlace() {
  place_->setVisible(!part_.all());
  if (part_.all()) return;
  std::vector<PlaceBar::Crumb> crumbs;
  int hops = -1;
  QString note;
  if (part_.kind == Part::Kind::Scope) {
    crumbs.emplace_back(tr("Whole graph"), 0);
    std::vector<PlaceBar::Crumb> inner;
    for (int32_t s = part_.scope; s > 0; s = tree_->scopes[static_cast<size_t>(s)].parent)
      inner.emplace_back(scope_title(*tree_, s), s);
    crumbs.insert(crumbs.end(), inner.rbegin(), inner.rend());
  } else if (part_.kind == Part::Kind::Around) {
    hops = part_.hops;
    note = tr("%n step(s) around %1", nullptr, hops).arg(qs(graph_->node(part_.nodes.front()).name));
  }
  const auto count = shown_ ? std::count_if(tree_->order.begin(), tree_->order.end(),
                                            [this](NodeId id) { return (*shown_)[id.index()]; })
                            : 0;
  const QString counted = tr("%1 of %n node(s)", nullptr, static_cast<int>(tree_->order.size())).arg(count);
  place_->setPlace(crumbs, note.isEmpty() ? counted : note + QStringLiteral(", ") + counted, hops,
                   static_cast<int>(part_.hidden.size()));
}

}  // namespace nw::views
