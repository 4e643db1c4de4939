// SPDX-License-Identifier: GPL-3.0-or-later
// Walking along the edges of the graph by keys.
#include <algorithm>

#include "common/workbench.h"
#include "graph/graph_view.h"

namespace nw::views {

// Up and down follow the edges; left and right step through what the last such step could have reached.
void GraphView::walk(Canvas::Walk direction) {
  const auto& picture = canvas_->picture();
  if (!picture || picture->items.empty()) return;
  const Selection& selection = workbench_.session().selection();
  const int32_t here = selection.kind == Selection::Kind::Node    ? picture->item_of(selection.node)
                       : selection.kind == Selection::Kind::Scope ? picture->item_of_scope(tree_->find(selection.scope))
                                                                  : -1;
  auto go = [&](int32_t item) {
    const SceneItem& target = picture->scene.items[static_cast<size_t>(item)];
    workbench_.session().select(target.node.valid()
                                    ? Selection::of_node(target.node)
                                    : Selection::of_scope(tree_->scopes[static_cast<size_t>(target.scope)].path),
                                this);
    showSelection(true);
  };
  if (here < 0) return go(0);
  auto x_of = [&](int32_t item) { return picture->items[static_cast<size_t>(item)].x; };
  auto neighbours = [&](int32_t of, bool up) {
    std::vector<int32_t> found;
    picture->edge_index.query(picture->items[static_cast<size_t>(of)].rect().adjusted(-2, -2, 2, 2), [&](int32_t e) {
      const SceneEdge& edge = picture->scene.edges[static_cast<size_t>(e)];
      if (up && edge.to == of) found.push_back(edge.from);
      if (!up && edge.from == of) found.push_back(edge.to);
    });
    std::sort(found.begin(), found.end(),
              [&](int32_t a, int32_t b) { return std::pair(x_of(a), a) < std::pair(x_of(b), b); });
    return found;
  };
  if (direction == Canvas::Walk::Up || direction == Canvas::Walk::Down) {
    const std::vector<int32_t> found = neighbours(here, direction == Canvas::Walk::Up);
    if (!found.empty()) go(found[found.size() / 2]);
    return;
  }
  std::vector<int32_t> siblings;
  for (int32_t producer : neighbours(here, true))
    for (int32_t item : neighbours(producer, false)) siblings.push_back(item);
  if (siblings.size() < 2)
    for (int32_t consumer : neighbours(here, false))
      for (int32_t item : neighbours(consumer, true)) siblings.push_back(item);
  std::sort(siblings.begin(), siblings.end(),
            [&](int32_t a, int32_t b) { return std::pair(x_of(a), a) < std::pair(x_of(b), b); });
  siblings.erase(std::unique(siblings.begin(), siblings.end()), siblings.end());
  auto at = std::find(siblings.begin(), siblings.end(), here);
  if (at == siblings.end()) return;
  if (direction == Canvas::Walk::Left && at != siblings.begin()) go(*std::prev(at));
  if (direction == Canvas::Walk::Right && std::next(at) != siblings.end()) go(*std::next(at));
}

}  // namespace nw::views
