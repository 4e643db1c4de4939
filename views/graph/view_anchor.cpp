// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/view_anchor.h"

#include <QLineF>
#include <limits>

namespace nw::views {

namespace {

// The item of a node in sight that is nearest by `distance`, which is infinite for what does not count; -1: none.
template <class Distance>
int32_t nearest_item(const Canvas& canvas, Distance distance) {
  const Picture& picture = *canvas.picture();
  double nearest = std::numeric_limits<double>::infinity();
  int32_t best = -1;
  picture.item_index.query(canvas.view().to_scene(QRectF(canvas.rect())), [&](int32_t i) {
    const double here = distance(picture.scene.items[static_cast<size_t>(i)].node,
                                 picture.items[static_cast<size_t>(i)].rect().center());
    if (here >= nearest) return;
    nearest = here;
    best = i;
  });
  return best;
}

}  // namespace

NodeId node_to_hold(const Canvas& canvas, const Picture& next, NodeId selected) {
  const auto& picture = canvas.picture();
  if (!picture || picture->scene.tree != next.scene.tree) return {};
  const QPointF middle = canvas.view().to_scene(QRectF(canvas.rect())).center();
  const int32_t best = nearest_item(canvas, [&](NodeId node, const QPointF& center) {
    if (!node.valid() || next.item_of(node) < 0) return std::numeric_limits<double>::infinity();
    return node == selected ? -1 : QLineF(center, middle).length();
  });
  return best < 0 ? NodeId() : picture->scene.items[static_cast<size_t>(best)].node;
}

ViewAnchor anchor_in_middle(const Canvas& canvas) {
  ViewAnchor anchor;
  const auto& picture = canvas.picture();
  if (!picture) return anchor;
  anchor.view = canvas.view();
  const QPointF middle = anchor.view.to_scene(QPointF(canvas.width(), canvas.height()) / 2);
  const int32_t best = nearest_item(canvas, [&](NodeId node, const QPointF& center) {
    return node.valid() ? QLineF(center, middle).length() : std::numeric_limits<double>::infinity();
  });
  if (best < 0) return anchor;
  anchor.name = picture->scene.graph->node(picture->scene.items[static_cast<size_t>(best)].node).name;
  anchor.place = picture->items[static_cast<size_t>(best)].rect().center();
  return anchor;
}

void restore_anchor(Canvas& canvas, const Picture& picture, const ViewAnchor& anchor) {
  if (anchor.name.empty()) return;
  const int32_t item = picture.item_of(picture.scene.graph->find(anchor.name));
  if (item < 0) return;
  ViewTransform view = anchor.view;
  view.origin += picture.items[static_cast<size_t>(item)].rect().center() - anchor.place;
  canvas.setView(view);
}

}  // namespace nw::views
