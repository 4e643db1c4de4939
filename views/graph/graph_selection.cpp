// SPDX-License-Identifier: GPL-3.0-or-later
// The graph tab's selection: clicks, highlights, and scrolling to the selection.
#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "graph/change_banner.h"
#include "graph/fusion_playback.h"
#include "graph/graph_marks.h"
#include "graph/graph_menu.h"
#include "graph/graph_view.h"
#include "graph/graph_walk.h"
#include "graph/minimap.h"
#include "graph/pass_timeline.h"
#include "graph/picked_nodes.h"
#include "models/node_text.h"

namespace nw::views {

void GraphView::connectCanvas() {
  const auto item = [this](qint32 i) { return canvas_->picture()->scene.items[static_cast<size_t>(i)]; };
  const auto scope_of_box = [this](qint32 box) {
    return canvas_->picture()->scene.boxes[static_cast<size_t>(box)].scope;
  };
  const auto of_scope = [this](int32_t scope) {
    return Selection::of_scope(tree_->scopes[static_cast<size_t>(scope)].path);
  };
  connect(canvas_, &Canvas::viewChanged, minimap_, &Minimap::refresh);
  connect(canvas_, &Canvas::fillsChanged, minimap_, &Minimap::refresh);
  connectPicking();
  connect(canvas_, &Canvas::itemClicked, this, [=, this](qint32 i) {
    picked_->clear();
    select(item(i).node.valid() ? Selection::of_node(item(i).node) : of_scope(item(i).scope));
  });
  connect(canvas_, &Canvas::itemHovered, this,
          [=, this](qint32 i) { Q_EMIT nodeHovered(i >= 0 && canvas_->picture() ? item(i).node : NodeId()); });
  connect(canvas_, &Canvas::itemExtended, this, [=, this](qint32 i) {
    const NodeId node = item(i).node, before = workbench_.session().selection().node;
    if (!node.valid()) return;
    select(before.valid() && before != node ? Selection::of_edge(before, node) : Selection::of_node(node));
  });
  connect(canvas_, &Canvas::edgeClicked, this, [this](qint32 e) {
    picked_->clear();
    const SceneEdge& edge = canvas_->picture()->scene.edges[static_cast<size_t>(e)];
    select(Selection::of_edge(edge.producer, edge.consumer));
  });
  connect(canvas_, &Canvas::boxClicked, this, [=, this](qint32 box) {
    picked_->clear();
    select(of_scope(scope_of_box(box)));
  });
  connect(canvas_, &Canvas::nothingClicked, this, [this] {
    picked_->clear();
    select({});
  });
  connect(canvas_, &Canvas::itemActivated, this, &GraphView::activate);
  connect(canvas_, &Canvas::boxActivated, this, [=, this](qint32 box) { toggleScope(scope_of_box(box)); });
  connect(canvas_, &Canvas::zoomedIn, this, &GraphView::openWhenNear);
  connect(canvas_, &Canvas::walked, this, &GraphView::walk);
  connect(canvas_, &Canvas::edgeWalked, this, &GraphView::walkEdges);
  connect(canvas_, &Canvas::backWanted, this, [this] { workbench_.session().goBack(); });
  connect(canvas_, &Canvas::activateWanted, this, [this] {
    const Selection& selection = workbench_.session().selection();
    if (selection.kind == Selection::Kind::Scope)
      openOrToggle(tree_ ? tree_->find(selection.scope) : -1);
    else if (canvas_->picture() && selection.node.valid())
      activate(canvas_->picture()->item_of(selection.node));
  });
  connect(canvas_, &Canvas::contextMenuWanted, menu_, &GraphMenu::open);
}

// Several at once. What was selected before is one of them; the last that was clicked is what panels show.
void GraphView::connectPicking() {
  connect(picked_, &PickedNodes::changed, this, [this] {
    showSelection(false);
    Q_EMIT workbench_.stateChanged();
  });
  connect(canvas_, &Canvas::itemPicked, this, [this](qint32 item) {
    if (picked_->empty()) picked_->add(selectedNodes());
    const std::vector<NodeId> nodes = nodesOf(item);
    picked_->toggle(nodes);
    if (picked_->contains(nodes.front())) select(Selection::of_node(nodes.front()));
  });
  connect(canvas_, &Canvas::itemsPicked, this, [this](const std::vector<int32_t>& items) {
    std::vector<NodeId> all;
    for (const int32_t item : items) {
      const std::vector<NodeId> nodes = nodesOf(item);
      all.insert(all.end(), nodes.begin(), nodes.end());
    }
    picked_->add(all);
    if (!all.empty()) select(Selection::of_node(all.back()));
  });
}

// The node, or all of a closed scope.
std::vector<NodeId> GraphView::nodesOf(int32_t index) const {
  const SceneItem& item = canvas_->picture()->scene.items[static_cast<size_t>(index)];
  return item.node.valid() || !tree_ ? std::vector{item.node} : tree_->nodes_in(item.scope);
}

// ── selecting ────────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::select(const Selection& selection) {
  workbench_.session().select(selection, this);
  showSelection(false);
}

void GraphView::selectionChanged(const Selection&) {
  showSelection(true);
}

void GraphView::revealSelection() {
  showSelection(true);
}

void GraphView::goTo(NodeId node) {
  workbench_.session().select(Selection::of_node(node), this);
  bringIntoView(node);
}

void GraphView::bringIntoView(NodeId node) {
  if (!canvas_->picture() || !tree_ || node.index() >= tree_->scope_of.size()) return;
  const int32_t item = canvas_->picture()->item_of(node);
  if (item >= 0 && canvas_->picture()->scene.items[static_cast<size_t>(item)].node == node)
    showSelection(true);
  else
    openScopesAround(node);
}

void GraphView::openScopesAround(NodeId node) {
  std::vector<bool> expanded = expanded_;
  int32_t inner = -1;
  for (int32_t s = tree_->scope_of[node.index()]; s > 0; s = tree_->scopes[static_cast<size_t>(s)].parent) {
    if (!expanded[static_cast<size_t>(s)]) inner = s;
    expanded[static_cast<size_t>(s)] = true;
  }
  reveal_when_ready_ = true;
  if (inner > 0) makePicture(std::move(expanded), inner);
}

int32_t GraphView::selectedItem() const {
  const auto& picture = canvas_->picture();
  const Selection& selection = workbench_.session().selection();
  if (selection.kind == Selection::Kind::Node) return picture->item_of(selection.node);
  return selection.kind == Selection::Kind::Scope ? picture->item_of_scope(tree_->find(selection.scope)) : -1;
}

int32_t GraphView::selectedEdge() const {
  const Selection& selection = workbench_.session().selection();
  return selection.kind == Selection::Kind::Edge ? canvas_->picture()->edge_of(selection.node, selection.to) : -1;
}

// From an edge up to what gives its value, down to what reads it, sideways to the edges beside it.
void GraphView::walk(Canvas::Walk direction) {
  const auto& picture = canvas_->picture();
  if (!picture || picture->items.empty()) return;
  if (const int32_t e = selectedEdge(); e >= 0) {
    const SceneEdge& edge = picture->scene.edges[static_cast<size_t>(e)];
    if (direction == Canvas::Walk::Up) return selectItem(edge.from);
    if (direction == Canvas::Walk::Down) return selectItem(edge.to);
    return walkEdges(direction == Canvas::Walk::Right);
  }
  const int32_t here = selectedItem();
  const int32_t item = here < 0 ? 0 : walk_from(*picture, here, direction);
  if (item >= 0) selectItem(item);
}

void GraphView::selectItem(int32_t item) {
  const SceneItem& target = canvas_->picture()->scene.items[static_cast<size_t>(item)];
  workbench_.session().select(target.node.valid()
                                  ? Selection::of_node(target.node)
                                  : Selection::of_scope(tree_->scopes[static_cast<size_t>(target.scope)].path),
                              this);
  showSelection(true);
}

void GraphView::walkEdges(bool forward) {
  const auto& picture = canvas_->picture();
  if (!picture) return;
  const int32_t before = selectedEdge();
  int32_t item = selectedItem();
  if (before >= 0) {
    const SceneEdge& edge = picture->scene.edges[static_cast<size_t>(before)];
    item = picture->item_of(edges_of_);
    if (item != edge.from && item != edge.to) item = edge.from;
  }
  const int32_t next = item < 0 ? -1 : next_edge(*picture, item, before, forward);
  if (next < 0) return;
  const SceneEdge& edge = picture->scene.edges[static_cast<size_t>(next)];
  edges_of_ = edge.from == item ? edge.producer : edge.consumer;
  picked_->clear();
  workbench_.session().select(Selection::of_edge(edge.producer, edge.consumer), this);
  showSelection(true);
}

// A node or an edge; empty: neither is selected.
QString GraphView::selectionText() const {
  const DocumentSession& session = workbench_.session();
  const Selection& selection = session.selection();
  const auto graph = session.graph();
  const auto is_node = [&graph](NodeId id) { return graph && id.valid() && id.index() < graph->size(); };
  const auto words = [&graph](NodeId id) {
    return QStringLiteral("%1 %2").arg(title_of(graph->node(id)), short_name(graph->node(id)));
  };
  if (selection.kind == Selection::Kind::Node && is_node(selection.node))
    return tr("Selected: %1").arg(words(selection.node));
  if (selection.kind != Selection::Kind::Edge || !is_node(selection.node) || !is_node(selection.to)) return {};
  const QString ends = tr("Selected: the edge from %1 to %2").arg(words(selection.node), words(selection.to));
  const auto fusion = session.fusion();
  if (!fusion) return ends;
  const auto group = fusion->group_of.find(selection.node), other = fusion->group_of.find(selection.to);
  if (group == fusion->group_of.end() || other == fusion->group_of.end()) return ends;
  return group->second == other->second ? tr("%1, fused").arg(ends) : tr("%1, not fused").arg(ends);
}

void GraphView::activate(int32_t index) {
  const auto& picture = canvas_->picture();
  if (!picture || index < 0) return;
  const SceneItem& item = picture->scene.items[static_cast<size_t>(index)];
  if (!item.node.valid())
    toggleScope(item.scope);
  else if (item.group >= 0)
    workbench_.openKernel(GroupId(item.group));
}

// One that is drawn closed for lack of space opens by going nearer.
void GraphView::openOrToggle(int32_t scope) {
  const auto& picture = canvas_->picture();
  const int32_t box = picture && scope > 0 ? picture->box_of_scope(scope) : -1;
  if (box >= 0 && !picture->zoom.open(box, canvas_->view().scale))
    canvas_->zoomInto(box);
  else
    toggleScope(scope);
}

NodeId GraphView::nodeAt(const QPoint& where) const {
  const auto& picture = canvas_->picture();
  const int32_t item = canvas_->hit(QPointF(where)).item;
  return item < 0 ? NodeId() : picture->scene.items[static_cast<size_t>(item)].node;
}

std::vector<NodeId> GraphView::selectedNodes() const {
  if (!picked_->empty()) return picked_->nodes();
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
      const int32_t scope = tree_ ? tree_->find(selection.scope) : -1;
      if (scope < 0) break;
      return tree_->nodes_in(scope);
    }
    case Selection::Kind::None:
      break;
  }
  return {};
}

void GraphView::toggleBookmark(NodeId node) {
  if (!graph_) return;
  const std::string name = graph_->node(node).name;
  const auto at = std::find(bookmarks_.begin(), bookmarks_.end(), name);
  const bool is_new = at == bookmarks_.end();
  if (is_new)
    bookmarks_.push_back(name);
  else
    bookmarks_.erase(at);
  showSelection(false);
  Q_EMIT workbench_.message(is_new ? tr("%1 is bookmarked: Go menu, Bookmarks").arg(qs(name))
                                   : tr("%1 is no longer bookmarked").arg(qs(name)));
}

// ── marks ────────────────────────────────────────────────────────────────────────────────────────────────────────

void GraphView::showSelection(bool reveal) {
  const auto& picture = canvas_->picture();
  if (!picture) {
    reveal_when_ready_ = reveal_when_ready_ || reveal;
    return;
  }
  const DocumentSession& session = workbench_.session();
  Marks marks;
  marks.found = canvas_->marks().found;
  const QRectF place = mark_selection(marks, *picture, session.selection());
  if (session.reason() && session.selection().kind == Selection::Kind::Edge)
    mark_reason(marks, *picture, *session.reason());
  if (session.difference() && session.fusion() && !playback_->playing())
    mark_difference(marks, *picture, *session.difference());
  playback_->mark(marks);
  passes_->mark(marks, *picture);
  if (picture->scene.graph == session.graph()) markPatterns(marks, *picture);
  const bool own_numbers = picture->scene.graph == graph_;
  mark_kept(marks, *picture, own_numbers ? part_->part().pinned : std::set<NodeId>(), bookmarks_);
  canvas_->setMarks(std::move(marks));
  canvas_->describeSelection(selectionText());
  if (reveal && place.isValid()) canvas_->reveal(place);
}

void GraphView::markPatterns(Marks& marks, const Picture& picture) const {
  for (const NamedNodes& region : regions_)
    outline_nodes(marks, picture, Outline::Role::Region, region.nodes, region.name);
  // A frame has the name; composites inside it are lines only.
  for (const NamedNodes& composite : composites_)
    outline_nodes(marks, picture, Outline::Role::Before, composite.nodes,
                  regions_.empty() ? composite.name : QString());
  for (const auto& [from, to] : cuts_) {
    const int32_t a = picture.item_of(from), b = picture.item_of(to);
    if (a >= 0 && b >= 0 && a != b) marks.links.emplace_back(a, b);
  }
  for (const NamedNodes& place : places_) outline_nodes(marks, picture, Outline::Role::After, place.nodes, place.name);
  for (const NodeId node : picked_->nodes()) outline_nodes(marks, picture, Outline::Role::Picked, {node});
  outline_nodes(marks, picture, Outline::Role::Step, hovered_);
}

void GraphView::setPlaces(std::vector<NamedNodes> places) {
  if (places.empty() && places_.empty()) return;
  places_ = std::move(places);
  showSelection(false);
  Q_EMIT workbench_.stateChanged();
}

void GraphView::setRegions(std::vector<NamedNodes> regions, std::vector<std::pair<NodeId, NodeId>> cuts) {
  if (regions.empty() && regions_.empty() && cuts.empty() && cuts_.empty()) return;
  regions_ = std::move(regions);
  cuts_ = std::move(cuts);
  showSelection(false);
}

void GraphView::hoverNodes(std::vector<NodeId> nodes) {
  if (nodes == hovered_) return;
  hovered_ = std::move(nodes);
  showSelection(false);
}

void GraphView::setComposites(std::vector<NamedNodes> composites) {
  if (composites.empty() && composites_.empty()) return;
  composites_ = std::move(composites);
  showSelection(false);
}

void GraphView::reasonChanged() {
  showSelection(false);
}

void GraphView::differenceChanged() {
  changed_at_ = static_cast<size_t>(-1);
  if (const workspace::FusionView* change = workbench_.session().difference()) banner_->setChange(*change, changed_at_);
  showBanner();
  showSelection(false);
}

// While the algorithm is played the groups on the canvas are those of its steps, not what the banner speaks of.
void GraphView::showBanner() {
  banner_->setVisible(workbench_.session().difference() && !playback_->playing());
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
    place |= rect_of_nodes(*picture, change->before->groups[group.index()].nodes);
  if (place.isValid()) canvas_->reveal(place);
}

}  // namespace nw::views
