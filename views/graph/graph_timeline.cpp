// SPDX-License-Identifier: GPL-3.0-or-later
// Scrubbing through the passes: the view stays with what is in its middle, and what the pass changed is said.
#include <QLineF>
#include <limits>

#include "common/text.h"
#include "common/workbench.h"
#include "graph/compare.h"
#include "graph/graph_view.h"
#include "graph/timeline_bar.h"

namespace nw::views {

void GraphView::setTimelineVisible(bool visible) {
  timeline_->setVisible(visible && workbench_.session().model());
  timeline_on_ = visible;
  updateTimeline();
  Q_EMIT overlayChanged();
}

void GraphView::updateTimeline() {
  timeline_->setVisible(timeline_on_ && workbench_.session().model());
  if (!timeline_on_ || !workbench_.session().model()) return;
  const auto& snapshots = workbench_.session().model()->snapshots;
  QStringList titles;
  for (const model::Snapshot& each : snapshots) titles << qs(each.title.empty() ? each.name : each.title);
  const size_t at = workbench_.session().snapshot();
  timeline_->setSnapshots(titles, static_cast<int>(at));
  timeline_->setChange(QString());
  changed_by_pass_.clear();
  if (at == 0 || at >= snapshots.size()) return;
  workbench_.jobs().run<graph::Comparison>(
      QStringLiteral("pass change"), tr("Comparing with the pass before"), this,
      [model = workbench_.session().document()->model(), at](const CancelToken&) {
        const auto& all = model->snapshots;
        return graph::compare(*all[at - 1].graph, *all[at].graph, all[at].from_previous);
      },
      [this](graph::Comparison change) {
        timeline_->setChange(qs(graph::summary(change)));
        changed_by_pass_ = std::move(change.added);
        for (const graph::NodeChange& each : change.changed) changed_by_pass_.push_back(each.after);
        showSelection(false);
      });
}

void GraphView::markPass(Marks& marks) const {
  if (changed_by_pass_.empty() || !timeline_on_ || laid_out_->scene.graph != workbench_.session().graph()) return;
  Outline outline{Outline::Role::Step, {}};
  for (NodeId node : changed_by_pass_)
    if (const int32_t item = laid_out_->item_of(node); item >= 0) outline.items.push_back(item);
  if (!outline.items.empty()) marks.outlines.push_back(std::move(outline));
}

// What is nearest to the middle of the view, by name: nodes keep their names through every pass.
GraphView::Held GraphView::holdMiddle() const {
  Held held;
  const auto& picture = canvas_->picture();
  if (!picture) return held;
  held.view = canvas_->view();
  const QPointF middle = held.view.to_scene(QPointF(canvas_->width(), canvas_->height()) / 2);
  double nearest = std::numeric_limits<double>::max();
  int32_t best = -1;
  picture->item_index.query(held.view.to_scene(QRectF(canvas_->rect())), [&](int32_t i) {
    if (!picture->scene.items[static_cast<size_t>(i)].node.valid()) return;
    const double distance = QLineF(picture->items[static_cast<size_t>(i)].rect().center(), middle).length();
    if (distance >= nearest) return;
    nearest = distance;
    best = i;
  });
  if (best < 0) return held;
  held.name = picture->scene.graph->node(picture->scene.items[static_cast<size_t>(best)].node).name;
  held.place = picture->items[static_cast<size_t>(best)].rect().center();
  return held;
}

void GraphView::putBack(const Held& held) {
  if (held.name.empty()) return;
  const int32_t item = laid_out_->item_of(laid_out_->scene.graph->find(held.name));
  if (item < 0) return;
  ViewTransform view = held.view;
  view.origin += laid_out_->items[static_cast<size_t>(item)].rect().center() - held.place;
  canvas_->setView(view);
}

}  // namespace nw::views
