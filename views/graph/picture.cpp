// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/picture.h"

#include <QLineF>
#include <algorithm>
#include <limits>

#include "graph/face.h"

namespace nw::views {

namespace {

layout::Input layout_input(const Scene& scene, const std::vector<QSizeF>& sizes) {
  layout::Input input;
  input.sizes.reserve(sizes.size());
  for (const QSizeF& size : sizes) input.sizes.push_back({size.width(), size.height()});
  input.edges.reserve(scene.edges.size());
  for (const SceneEdge& edge : scene.edges) input.edges.emplace_back(edge.from, edge.to);
  input.parent.reserve(scene.items.size());
  for (const SceneItem& item : scene.items) input.parent.push_back(item.box);
  const std::vector<float> headers = header_heights(scene);
  for (size_t i = 0; i < scene.boxes.size(); ++i)
    input.boxes.push_back({scene.boxes[i].parent, static_cast<double>(headers[i]), false, {}});
  return input;
}

std::vector<QSizeF> sizes_of_nodes(const Picture& picture) {
  std::vector<QSizeF> sizes(picture.scene.graph->size());
  for (size_t i = 0; i < picture.items.size(); ++i)
    if (const NodeId node = picture.scene.items[i].node; node.valid())
      sizes[node.index()] = QSizeF(double(picture.items[i].w), double(picture.items[i].h));
  return sizes;
}

void take_positions(Picture& picture, const layout::Output& output, const std::vector<QSizeF>& sizes) {
  picture.items.reserve(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto& centre = output.centers[i];
    picture.items.push_back({static_cast<float>(centre.x - sizes[i].width() / 2),
                             static_cast<float>(centre.y - sizes[i].height() / 2), static_cast<float>(sizes[i].width()),
                             static_cast<float>(sizes[i].height())});
  }
  for (const auto& box : output.boxes)
    picture.boxes.push_back(
        {static_cast<float>(box.x), static_cast<float>(box.y), static_cast<float>(box.w), static_cast<float>(box.h)});
  size_t points = 0;
  for (const auto& route : output.routes) points += route.size();
  picture.points.reserve(points);
  picture.edge_bounds.reserve(output.routes.size());
  picture.route_begin.reserve(output.routes.size() + 1);
  picture.route_begin.push_back(0);
  for (const auto& route : output.routes) {
    float left = std::numeric_limits<float>::max(), top = left, right = -left, bottom = -left;
    for (const auto& point : route) {
      const PointF p{static_cast<float>(point.x), static_cast<float>(point.y)};
      picture.points.push_back(p);
      left = std::min(left, p.x), right = std::max(right, p.x), top = std::min(top, p.y),
      bottom = std::max(bottom, p.y);
    }
    picture.edge_bounds.push_back(route.empty() ? BoxF{} : BoxF{left, top, right - left, bottom - top});
    picture.route_begin.push_back(static_cast<uint32_t>(picture.points.size()));
  }
  QRectF bounds(0, 0, output.size.w, output.size.h);
  for (const BoxF& item : picture.items) bounds |= item.rect();
  picture.bounds = bounds;
}

double distance_to_segment(const QPointF& p, const QPointF& a, const QPointF& b) {
  const QPointF d = b - a;
  const double length2 = QPointF::dotProduct(d, d);
  const double t = length2 > 0 ? std::clamp(QPointF::dotProduct(p - a, d) / length2, 0.0, 1.0) : 0.0;
  return QLineF(p, a + d * t).length();
}

}  // namespace

std::shared_ptr<const Picture> make_picture(Scene scene, const QFont& words, const LayoutFunction& layout,
                                            const CancelToken& cancel, const Picture* before, PictureShape shape) {
  constexpr double kWrapAspect = 1.6;  // of a screen
  const bool same = before && before->scene.graph == scene.graph && before->words == words;
  const std::vector<QSizeF> sizes = face_sizes(scene, words, same ? sizes_of_nodes(*before) : std::vector<QSizeF>());
  if (cancel.cancelled()) return nullptr;
  layout::Options options;
  options.layer_gap = shape.rightward ? 120 : 48;  // the label of an edge is between them
  options.rightward = shape.rightward;
  options.node_gap = 32;
  options.box_margin = 20;
  options.wrap_aspect = shape.wrap ? kWrapAspect : 0;
  const layout::Output output = layout(layout_input(scene, sizes), options, cancel);
  if (output.cancelled || cancel.cancelled() || output.centers.size() != sizes.size()) return nullptr;
  auto picture = std::make_shared<Picture>();
  picture->scene = std::move(scene);
  picture->words = words;
  picture->shape = shape;
  take_positions(*picture, output, sizes);
  picture->headers = header_heights(picture->scene);
  picture->zoom = zoom_levels(picture->scene, picture->items, picture->boxes, picture->headers, words);
  picture->item_index = SpatialIndex(picture->items, picture->bounds);
  picture->edge_index = SpatialIndex(picture->edge_bounds, picture->bounds);
  return picture;
}

std::shared_ptr<const Picture> with_groups(const Picture& picture, std::shared_ptr<const fusion::Fusion> fusion) {
  auto grouped = std::make_shared<Picture>(picture);
  set_groups(grouped->scene, std::move(fusion));
  return grouped;
}

int32_t Picture::item_at(const QPointF& where) const {
  int32_t found = -1;
  item_index.query(QRectF(where, QSizeF(0, 0)), [&](int32_t i) {
    if (items[static_cast<size_t>(i)].rect().contains(where)) found = i;
  });
  return found;
}

int32_t Picture::edge_at(const QPointF& where, double tolerance) const {
  int32_t found = -1;
  double best = tolerance;
  edge_index.query(QRectF(where.x() - tolerance, where.y() - tolerance, 2 * tolerance, 2 * tolerance), [&](int32_t e) {
    const auto points_of_edge = route(static_cast<size_t>(e));
    for (size_t i = 1; i < points_of_edge.size(); ++i) {
      const double d = distance_to_segment(where, points_of_edge[i - 1].point(), points_of_edge[i].point());
      if (d > best) continue;
      best = d;
      found = e;
    }
  });
  return found;
}

int32_t Picture::box_header_at(const QPointF& where) const {
  for (size_t i = boxes.size(); i-- > 0;) {
    QRectF header = boxes[i].rect();
    header.setHeight(static_cast<double>(headers[i]));
    if (header.contains(where)) return static_cast<int32_t>(i);
  }
  return -1;
}

int32_t Picture::closed_box_at(const QPointF& where, double scale) const {
  for (size_t i = 0; i < boxes.size(); ++i)
    if (zoom.closed(static_cast<int32_t>(i), scale) && boxes[i].rect().contains(where)) return static_cast<int32_t>(i);
  return -1;
}

int32_t Picture::item_of(NodeId node) const {
  return node.valid() && node.index() < scene.item_of_node.size() ? scene.item_of_node[node.index()] : -1;
}

int32_t Picture::item_of_scope(int32_t scope) const {
  for (size_t i = 0; i < scene.items.size(); ++i)
    if (scene.items[i].scope == scope && scope >= 0) return static_cast<int32_t>(i);
  return -1;
}

int32_t Picture::box_of_scope(int32_t scope) const {
  for (size_t i = 0; i < scene.boxes.size(); ++i)
    if (scene.boxes[i].scope == scope) return static_cast<int32_t>(i);
  return -1;
}

int32_t Picture::edge_of(NodeId producer, NodeId consumer) const {
  const std::pair wanted(item_of(producer), item_of(consumer));
  auto before = [](const SceneEdge& edge, const std::pair<int32_t, int32_t>& ends) {
    return std::pair(edge.from, edge.to) < ends;
  };
  auto it = std::lower_bound(scene.edges.begin(), scene.edges.end(), wanted, before);
  return it != scene.edges.end() && std::pair(it->from, it->to) == wanted
             ? static_cast<int32_t>(it - scene.edges.begin())
             : -1;
}

QRectF Picture::rect_of_group(int32_t group) const {
  QRectF rect;
  for (size_t i = 0; i < items.size(); ++i)
    if (scene.items[i].group == group) rect |= items[i].rect();
  return rect;
}

}  // namespace nw::views
