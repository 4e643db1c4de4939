// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a part of a picture at a scale, with as much detail as that scale shows. Keeps no state: tiles are drawn on
// several threads at once, the same code draws the screen, PNG, SVG and PDF.
#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <memory>
#include <optional>
#include <vector>

#include "common/theme.h"
#include "graph/fills.h"
#include "graph/picture.h"

namespace nw::views {

struct PaintRequest {
  const Picture* picture = nullptr;
  const Theme* theme = nullptr;
  QRectF area = {};                          // of the scene
  double scale = 1;                          // screen units a scene unit
  const std::vector<BoxF>* moved = nullptr;  // where items are while they move; edges are faded by `settled`
  double settled = 1;
  const Fills* fills = nullptr;       // colours of an overlay; null: none
  std::optional<double> around = {};  // pixels beside the picture's bounds that names may take; none: as in a window
  bool vector = false;                // for SVG and PDF: nothing that would be turned into pixels
  const Overlay* legend = nullptr;    // what the colours mean, for whoever draws it beside the picture; null: none
  QStringList sizes = {};             // likewise what the names of sizes stand for, a line each
  QPointF keys_at = {};               // the upper left corner of both (picture_keys.h)
};

// `painter` maps scene units already.
void paint_picture(QPainter& painter, const PaintRequest& request);
// The scopes alone, open and closed, with what is written on the closed ones.
void paint_scopes(QPainter& painter, const PaintRequest& request);
// A highlight around items, above the picture: selected, hovered or found.
void paint_item_mark(QPainter& painter, const Picture& picture, int32_t item, const QColor& color, double width,
                     double scale);
void paint_edge_mark(QPainter& painter, const Picture& picture, int32_t edge, const QColor& color, double width,
                     double scale);
void paint_group_mark(QPainter& painter, const Picture& picture, int32_t group, const QColor& color, double scale);

// The type that is written beside an edge, once for each producer; the text is cut where it is long.
struct EdgeLabel {
  QString text;
  QRectF place;  // in the scene
};
std::optional<EdgeLabel> edge_label(const Picture& picture, int32_t edge, const QFontMetricsF& metrics);
QFont edge_label_font(const Theme& theme, double scale);

// How much is drawn at a scale.
namespace detail_at {
inline constexpr double kBorders = 0.08, kTitles = 0.24, kAll = 0.75, kEdgeLabels = 0.75;
}

}  // namespace nw::views
