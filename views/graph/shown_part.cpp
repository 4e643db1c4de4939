// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/shown_part.h"

#include <algorithm>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "graph/face.h"
#include "graph/place_bar.h"

namespace nw::views {

ShownPart::ShownPart(Workbench& workbench, QWidget* parent)
    : QObject(parent), workbench_(workbench), bar_(new PlaceBar(parent)) {
  bar_->hide();
  connect(bar_, &PlaceBar::everythingWanted, this, &ShownPart::showEverything);
  connect(bar_, &PlaceBar::hiddenWanted, this, &ShownPart::showHidden);
  connect(bar_, &PlaceBar::scopeWanted, this, &ShownPart::enterScope);
  connect(bar_, &PlaceBar::hopsWanted, this, [this](int hops) { showAround(part_.nodes, hops); });
}

void ShownPart::reset() {
  part_ = {};
  nodes_.reset();
  refreshBar();
}

void ShownPart::setGraph(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const ScopeTree> tree) {
  graph_ = std::move(graph);
  tree_ = std::move(tree);
}

std::vector<bool> ShownPart::openedAround(std::vector<bool> expanded) const {
  constexpr int kMax = 600;  // nodes; of more, no scope is opened
  if (!nodes_) return expanded;
  const auto shown = [this](NodeId id) { return (*nodes_)[id.index()]; };
  if (std::count_if(tree_->order.begin(), tree_->order.end(), shown) > kMax) return expanded;
  for (NodeId id : tree_->order)
    if (shown(id))
      for (int32_t s = tree_->scope_of[id.index()]; s > 0; s = tree_->scopes[static_cast<size_t>(s)].parent)
        expanded[static_cast<size_t>(s)] = true;
  return expanded;
}

void ShownPart::show(Part part, Camera camera) {
  if (!graph_ || !tree_) return;
  const auto nodes = part.shown(*graph_, *tree_);
  const bool any =
      !nodes || std::any_of(tree_->order.begin(), tree_->order.end(), [&](NodeId id) { return (*nodes)[id.index()]; });
  if (!any) return;
  part_ = std::move(part);
  nodes_ = nodes;
  refreshBar();
  Q_EMIT changed(camera);
}

// With the same pins, and nothing hidden.
Part ShownPart::other(Part::Kind kind) const {
  Part part{.kind = kind};
  part.pinned = part_.pinned;
  return part;
}

void ShownPart::showEverything() {
  show(other(Part::Kind::All), Camera::StayIfInSight);
}

void ShownPart::enterScope(int32_t scope) {
  if (scope <= 0) return showEverything();
  Part part = other(Part::Kind::Scope);
  part.scope = scope;
  show(std::move(part), Camera::Fit);
}

void ShownPart::showAround(const std::vector<NodeId>& nodes, int hops) {
  if (nodes.empty()) return;
  Part part = other(Part::Kind::Around);
  part.nodes = nodes;
  part.hops = std::max(1, hops);
  show(std::move(part), Camera::StayIfReadable);
}

void ShownPart::showOnly(const std::vector<NodeId>& nodes) {
  if (nodes.empty()) return;
  Part part = other(Part::Kind::Nodes);
  part.nodes = nodes;
  show(std::move(part), Camera::StayIfReadable);
}

void ShownPart::hide(const std::vector<NodeId>& nodes) {
  Part part = part_;
  part.hidden.insert(nodes.begin(), nodes.end());
  for (NodeId node : nodes) part.pinned.erase(node);
  show(std::move(part), Camera::Stay);
}

void ShownPart::showHidden() {
  Part part = part_;
  part.hidden.clear();
  show(std::move(part), Camera::Stay);
}

void ShownPart::togglePin(NodeId node) {
  const bool was = part_.pinned.erase(node) > 0;
  if (!was) part_.pinned.insert(node);
  Q_EMIT pinsChanged();
  const QString name = qs(graph_->node(node).name);
  Q_EMIT workbench_.message(was ? tr("%1 is no longer pinned").arg(name)
                                : tr("%1 is pinned: it is shown with every part of the graph").arg(name));
}

void ShownPart::refreshBar() {
  bar_->setVisible(!part_.all());
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
  const auto count = nodes_ ? std::count_if(tree_->order.begin(), tree_->order.end(),
                                            [this](NodeId id) { return (*nodes_)[id.index()]; })
                            : 0;
  const QString counted = tr("%1 of %n node(s)", nullptr, static_cast<int>(tree_->order.size())).arg(count);
  bar_->setPlace(crumbs, note.isEmpty() ? counted : note + QStringLiteral(", ") + counted, hops,
                 static_cast<int>(part_.hidden.size()));
}

}  // namespace nw::views
