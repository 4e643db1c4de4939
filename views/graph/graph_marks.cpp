// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_marks.h"

#include <algorithm>
#include <utility>

namespace nw::views {

std::vector<int32_t> items_of(const Picture& picture, const std::vector<NodeId>& nodes) {
  std::vector<int32_t> items;
  for (NodeId node : nodes)
    if (const int32_t item = node.valid() ? picture.item_of(node) : -1; item >= 0) items.push_back(item);
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

QRectF rect_of_nodes(const Picture& picture, const std::vector<NodeId>& nodes) {
  QRectF place;
  for (const int32_t item : items_of(picture, nodes)) place |= picture.items[static_cast<size_t>(item)].rect();
  return place;
}

void outline_nodes(Marks& marks, const Picture& picture, Outline::Role role, const std::vector<NodeId>& nodes,
                   const QString& name) {
  if (std::vector<int32_t> items = items_of(picture, nodes); !items.empty())
    marks.outlines.push_back({role, std::move(items), name});
}

namespace {

QRectF mark_edge(Marks& marks, const Picture& picture, NodeId from, NodeId to) {
  marks.edge = picture.edge_of(from, to);
  if (marks.edge >= 0) return picture.edge_bounds[static_cast<size_t>(marks.edge)].rect();
  for (const int32_t item : items_of(picture, {from, to})) marks.items.insert(item);
  return rect_of_nodes(picture, {from, to});
}

QRectF mark_scope(Marks& marks, const Picture& picture, int32_t scope) {
  marks.box = picture.box_of_scope(scope);
  const int32_t item = picture.item_of_scope(scope);
  if (item >= 0) marks.items.insert(item);
  if (marks.box >= 0) return picture.boxes[static_cast<size_t>(marks.box)].rect();
  return item >= 0 ? picture.items[static_cast<size_t>(item)].rect() : QRectF();
}

}  // namespace

QRectF mark_selection(Marks& marks, const Picture& picture, const Selection& selection) {
  switch (selection.kind) {
    case Selection::Kind::None:
      break;
    case Selection::Kind::Node:
      for (const int32_t item : items_of(picture, {selection.node})) marks.items.insert(item);
      return rect_of_nodes(picture, {selection.node});
    case Selection::Kind::Edge:
      return mark_edge(marks, picture, selection.node, selection.to);
    case Selection::Kind::Group:
      marks.group = selection.group.value;
      return picture.rect_of_group(selection.group.value);
    case Selection::Kind::Scope:
      return mark_scope(marks, picture, picture.scene.tree->find(selection.scope));
  }
  return {};
}

void mark_reason(Marks& marks, const Picture& picture, const fusion::Reason& reason) {
  if (reason.path.size() > 2) outline_nodes(marks, picture, Outline::Role::Path, reason.path);
  outline_nodes(marks, picture, Outline::Role::Blocker, {reason.blocker});
}

void mark_difference(Marks& marks, const Picture& picture, const workspace::FusionView& change) {
  auto add = [&](const fusion::Fusion& fusion, const std::vector<GroupId>& groups, Outline::Role role) {
    for (GroupId group : groups) outline_nodes(marks, picture, role, fusion.groups[group.index()].nodes);
  };
  for (const fusion::GroupChange& each : change.difference.changes) {
    add(*change.before, each.before, Outline::Role::Before);
    add(*change.fusion, each.after, Outline::Role::After);
  }
}

void mark_kept(Marks& marks, const Picture& picture, const std::set<NodeId>& pinned,
               const std::vector<std::string>& bookmarks) {
  const auto mark = [&](NodeId node, Badge::Sign sign) {
    const int32_t item = node.valid() ? picture.item_of(node) : -1;
    if (item >= 0 && picture.scene.items[static_cast<size_t>(item)].node == node) marks.badges.push_back({item, sign});
  };
  for (const NodeId node : pinned) mark(node, Badge::Sign::Pinned);
  for (const std::string& name : bookmarks) mark(picture.scene.graph->find(name), Badge::Sign::Bookmarked);
  std::stable_sort(marks.badges.begin(), marks.badges.end(),
                   [](const Badge& a, const Badge& b) { return a.item < b.item; });
}

}  // namespace nw::views
