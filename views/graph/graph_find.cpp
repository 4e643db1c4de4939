// SPDX-License-Identifier: GPL-3.0-or-later
// Finding in the graph: the bar, the marks, and steps into closed scopes.
#include <algorithm>
#include <utility>

#include "common/workbench.h"
#include "graph/find_bar.h"
#include "graph/graph_view.h"
#include "models/query.h"

namespace nw::views {

void GraphView::openFind() {
  find_->open();
  placeParts();
  find(find_->text());
}

void GraphView::find(const QString& text) {
  workbench_.jobs().cancel(QStringLiteral("find"));
  step_when_found_ = 0;
  const ParsedQuery parsed = parse_query(text);
  if (parsed.query.empty() || !graph_ || !tree_) {
    takeFound({}, parsed.error, parsed.error_column);
    return;
  }
  find_->clearError();  // it was of what was there before
  workbench_.jobs().run<std::vector<NodeId>>(
      QStringLiteral("find"), tr("Finding"), this,
      [query = parsed.query, graph = graph_, tree = tree_, fusion = workbench_.session().lastFusion()](
          const CancelToken& cancel) { return query.run(*graph, tree->order, fusion.get(), cancel); },
      [this](std::vector<NodeId> found) { takeFound(std::move(found), {}, 0); });
}

void GraphView::takeFound(std::vector<NodeId> found, const QString& error, int column) {
  const NodeId at = found_at_ < 0 ? NodeId() : found_[static_cast<size_t>(found_at_)];
  found_ = std::move(found);
  const auto again = std::find(found_.begin(), found_.end(), at);  // a scope that opened does not lose the place
  found_at_ = again == found_.end() ? -1 : static_cast<int>(again - found_.begin());
  Marks marks = canvas_->marks();
  marks.found.clear();
  if (canvas_->picture())
    for (NodeId id : found_)
      if (int32_t item = canvas_->picture()->item_of(id); item >= 0) marks.found.insert(item);
  canvas_->setMarks(std::move(marks));
  find_->setState(found_at_, static_cast<int>(found_.size()), error, column);
  placeParts();
  if (const int direction = std::exchange(step_when_found_, 0)) stepFind(direction);
}

void GraphView::stepFind(int direction) {
  if (workbench_.jobs().busy(QStringLiteral("find"))) {  // Enter came before the answer: it is for that
    step_when_found_ = direction;
    return;
  }
  if (found_.empty()) return;
  const int count = static_cast<int>(found_.size());
  found_at_ = found_at_ < 0 ? (direction > 0 ? 0 : count - 1) : (found_at_ + direction + count) % count;
  find_->setState(found_at_, count, QString(), 0);
  const NodeId target = found_[static_cast<size_t>(found_at_)];
  workbench_.session().select(Selection::of_node(target), this);
  const int32_t item = canvas_->picture()->item_of(target);
  if (item >= 0 && canvas_->picture()->scene.items[static_cast<size_t>(item)].node == target)
    showSelection(true);
  else
    openScopesAround(target);
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

}  // namespace nw::views
