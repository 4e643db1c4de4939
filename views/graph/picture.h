// SPDX-License-Identifier: GPL-3.0-or-later
// A laid-out scene: an immutable value that the canvas paints, on any thread, and queries.
#pragma once

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <functional>
#include <memory>
#include <span>

#include "graph/scene.h"
#include "graph/spatial_index.h"
#include "graph/zoom_levels.h"
#include "layout/layout.h"

namespace nw::views {

struct PointF {
  float x = 0, y = 0;
  QPointF point() const { return {double(x), double(y)}; }
};

struct PictureShape {
  bool wrap = false;       // long chains are in columns
  bool rightward = false;  // data flow to the right, else down

  bool operator==(const PictureShape&) const = default;
};

struct Picture {
  Scene scene;
  QFont words;  // the font that the sizes are made for
  std::vector<BoxF> items, boxes, edge_bounds;
  std::vector<float> headers;         // by box: the height of its title
  std::vector<uint32_t> route_begin;  // by edge, and one past the last
  std::vector<PointF> points;
  QRectF bounds;
  PictureShape shape;
  ZoomLevels zoom;
  SpatialIndex item_index, edge_index;

  std::span<const PointF> route(size_t edge) const {
    return {points.data() + route_begin[edge], route_begin[edge + 1] - route_begin[edge]};
  }
  int32_t item_at(const QPointF& where) const;  // -1: none
  int32_t edge_at(const QPointF& where, double tolerance) const;
  int32_t box_header_at(const QPointF& where) const;  // the title of an expanded scope
  // The expanded scope that is drawn closed at a scale, and is there; -1: none.
  int32_t closed_box_at(const QPointF& where, double scale) const;
  int32_t item_of(NodeId node) const;
  int32_t item_of_scope(int32_t scope) const;
  int32_t box_of_scope(int32_t scope) const;
  int32_t edge_of(NodeId producer, NodeId consumer) const;
  QRectF rect_of_group(int32_t group) const;
};

using LayoutFunction = std::function<layout::Output(const layout::Input&, const layout::Options&, const CancelToken&)>;

// The same picture with the groups of a fusion that was not known when it was laid out. Runs on any thread.
std::shared_ptr<const Picture> with_groups(const Picture& picture, std::shared_ptr<const fusion::Fusion> fusion);

// Null if cancelled. Runs on any thread. What `before`, a picture of the same graph, has measured is not measured
// again.
std::shared_ptr<const Picture> make_picture(Scene scene, const QFont& words, const LayoutFunction& layout,
                                            const CancelToken& cancel, const Picture* before = nullptr,
                                            PictureShape shape = {});

}  // namespace nw::views
