// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn above the picture: selection, hover, matches, outlines around things and links between them.
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <set>

#include "common/icons.h"
#include "graph/canvas.h"
#include "graph/painter.h"

namespace nw::views {

namespace {

constexpr size_t kMaxUnited = 80;  // more things than this get a line each, which is quick to draw

// Corridors along the edges between these, so that what belongs together is inside one line.
QPainterPath corridors(const Picture& picture, const std::vector<int32_t>& items, double width) {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  const std::set<int32_t> inside(items.begin(), items.end());
  QRectF around;
  for (int32_t item : items) around |= picture.items[static_cast<size_t>(item)].rect();
  QPainterPathStroker stroker;
  stroker.setWidth(width);
  picture.edge_index.query(around, [&](int32_t e) {
    const SceneEdge& edge = picture.scene.edges[static_cast<size_t>(e)];
    if (!inside.contains(edge.from) || !inside.contains(edge.to)) return;
    const auto route = picture.route(static_cast<size_t>(e));
    if (route.size() < 2) return;
    QPainterPath line;
    line.moveTo(route[0].point());
    for (const PointF& point : route.subspan(1)) line.lineTo(point.point());
    path.addPath(stroker.createStroke(line));
  });
  return path.simplified();
}

QPainterPath united(const Picture& picture, const Outline& outline, double margin) {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  for (int32_t item : outline.items)
    path.addRoundedRect(picture.items[static_cast<size_t>(item)].rect().adjusted(-margin, -margin, margin, margin), 10,
                        10);
  if (outline.items.size() > kMaxUnited) return path;
  const QPainterPath boxes = path.simplified();
  return outline.name.isEmpty() ? boxes : boxes.united(corridors(picture, outline.items, 2 * margin));
}

QPen pen_of(Outline::Role role, const Theme& theme, double scale) {
  switch (role) {
    case Outline::Role::Before:
      return QPen(theme.dim, 2 / scale, Qt::DashLine);
    case Outline::Role::After:
      return QPen(theme.accent, 2.5 / scale);
    case Outline::Role::Path:
      return QPen(theme.warning, 2 / scale, Qt::DotLine);
    case Outline::Role::Blocker:
      return QPen(theme.error, 3 / scale);
    case Outline::Role::Region:
      return QPen(theme.accent, 2 / scale);
    case Outline::Role::Picked:
      return QPen(theme.accent, 3 / scale);
    case Outline::Role::Step:
      break;
  }
  return QPen(theme.match, 3 / scale);
}

}  // namespace

void Canvas::paintOutlines(QPainter& painter) {
  painter.setBrush(Qt::NoBrush);
  const QRectF seen = view_.to_scene(QRectF(rect())).adjusted(-20, -20, 20, 20);
  for (const Outline& outline : marks_.outlines) {
    const bool in_sight = std::any_of(outline.items.begin(), outline.items.end(), [&](int32_t item) {
      return picture_->items[static_cast<size_t>(item)].meets(seen);
    });
    if (!in_sight) continue;
    painter.setPen(pen_of(outline.role, *theme_, view_.scale));
    const double margin = outline.role == Outline::Role::Region   ? 20
                          : outline.role == Outline::Role::Before ? 14
                          : outline.role == Outline::Role::After  ? 10
                                                                  : 5;
    painter.drawPath(united(*picture_, outline, margin));
  }
  painter.setPen(QPen(theme_->accent, 1.5 / view_.scale, Qt::DashLine));
  for (const auto& [from, to] : marks_.links) {
    const QRectF a = picture_->items[static_cast<size_t>(from)].rect(),
                 b = picture_->items[static_cast<size_t>(to)].rect();
    const QPointF start(a.right(), a.center().y()), end(b.right(), b.center().y());
    const double bulge = 24 + 0.12 * std::abs(end.y() - start.y());
    QPainterPath path(start);
    path.cubicTo(start + QPointF(bulge, 0), end + QPointF(bulge, 0), end);
    painter.drawPath(path);
  }
}

// Names are drawn last, in one size at every scale, where there is space for them: above the topmost thing, behind its
// middle, so that the title of the box around it can be read, and no two over each other.
void Canvas::paintTabs(QPainter& painter) {
  constexpr double kTab = 18, kLeast = 24;  // pixels
  constexpr int kMostMoves = 2;
  std::vector<QRectF> drawn;
  QFont small = font();
  small.setPixelSize(11);
  const QFontMetricsF metrics(small);
  painter.setFont(small);
  for (const Outline& outline : marks_.outlines) {
    if (outline.name.isEmpty() || outline.items.empty()) continue;
    const auto rect_of = [&](int32_t item) { return picture_->items[static_cast<size_t>(item)].rect(); };
    const int32_t topmost = *std::ranges::min_element(
        outline.items, {}, [&](int32_t item) { return std::pair(rect_of(item).top(), rect_of(item).left()); });
    const QRectF box = view_.to_view(rect_of(topmost).adjusted(-14, -14, 14, 14));
    if (!box.intersects(QRectF(rect())) || box.width() < kLeast) continue;
    const QString name = metrics.elidedText(outline.name, Qt::ElideMiddle, 11 * kTab);
    QRectF tab(box.center().x() - 6, box.top() - kTab, metrics.horizontalAdvance(name) + 12, kTab);
    const auto covered = [&] {
      return std::ranges::any_of(drawn, [&](const QRectF& other) { return other.intersects(tab); });
    };
    for (int move = 0; move < kMostMoves && covered(); ++move) tab.translate(0, -kTab);
    if (covered()) continue;
    drawn.push_back(tab);
    painter.setPen(QPen(theme_->dim, 1));
    painter.setBrush(theme_->raised);
    painter.drawRoundedRect(tab, 4, 4);
    painter.setPen(theme_->text);
    painter.drawText(tab, Qt::AlignCenter, name);
  }
}

void Canvas::paintBand(QPainter& painter) {
  if (!band_ || !dragged_) return;
  QColor inside = theme_->accent;
  inside.setAlphaF(0.10F);
  painter.setPen(QPen(theme_->accent, 1, Qt::DashLine));
  painter.setBrush(inside);
  painter.drawRect(band_->normalized());
}

// In one size at every scale; omitted where items are too small to be distinguished. Two on one item are side by side.
void Canvas::paintBadges(QPainter& painter) {
  constexpr double kSide = 18, kIcon = 12, kLeast = 20;  // pixels
  int32_t last = -1;
  double shift = 0;
  for (const Badge& badge : marks_.badges) {
    const QRectF box = view_.to_view(picture_->items[static_cast<size_t>(badge.item)].rect());
    if (!box.intersects(QRectF(rect())) || box.width() < kLeast) continue;
    shift = badge.item == last ? shift + kSide + 2 : 0;
    last = badge.item;
    const QRectF place(box.right() - kSide / 2 - shift, box.top() - kSide / 2, kSide, kSide);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_->accent, 1));
    painter.setBrush(theme_->raised);
    painter.drawEllipse(place);
    const QString name = badge.sign == Badge::Sign::Pinned ? QStringLiteral("window-pin") : QStringLiteral("bookmarks");
    const QRectF inside(place.center() - QPointF(kIcon, kIcon) / 2, QSizeF(kIcon, kIcon));
    icon(name, theme_->accent).paint(&painter, inside.toRect());
  }
}

void Canvas::paintMarks(QPainter& painter) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  // The same rounding as the tiles have, so that marks sit on what they mark.
  painter.translate(-QPointF(std::round(view_.origin.x() * view_.scale), std::round(view_.origin.y() * view_.scale)));
  painter.scale(view_.scale, view_.scale);
  const double scale = view_.scale;
  const QRectF seen = view_.to_scene(QRectF(rect()));
  auto around = [&](int32_t item, double width) {
    picture_->edge_index.query(
        picture_->items[static_cast<size_t>(item)].rect().adjusted(-2, -2, 2, 2), [&](int32_t e) {
          const SceneEdge& edge = picture_->scene.edges[static_cast<size_t>(e)];
          if (edge.from != item && edge.to != item) return;
          paint_edge_mark(painter, *picture_, e, theme_->accent, width, scale);
          paint_item_mark(painter, *picture_, edge.from == item ? edge.to : edge.from, theme_->accent, 1, scale);
        });
  };
  paintOutlines(painter);
  if (marks_.group >= 0) paint_group_mark(painter, *picture_, marks_.group, theme_->accent, scale);
  if (hovered_item_ >= 0) around(hovered_item_, 1.5);
  if (hovered_edge_ >= 0) paint_edge_mark(painter, *picture_, hovered_edge_, theme_->accent, 2, scale);
  for (int32_t item : marks_.found)
    if (picture_->items[static_cast<size_t>(item)].meets(seen))
      paint_item_mark(painter, *picture_, item, theme_->match, 2.5, scale);
  for (int32_t item : marks_.items) {
    around(item, 2);
    paint_item_mark(painter, *picture_, item, theme_->accent, 3, scale);
  }
  if (marks_.edge >= 0) {
    const SceneEdge& edge = picture_->scene.edges[static_cast<size_t>(marks_.edge)];
    paint_edge_mark(painter, *picture_, marks_.edge, theme_->accent, 4, scale);
    paint_item_mark(painter, *picture_, edge.from, theme_->accent, 2, scale);
    paint_item_mark(painter, *picture_, edge.to, theme_->accent, 2, scale);
  }
  if (marks_.box >= 0) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_->accent, 2 / scale));
    painter.drawRoundedRect(picture_->boxes[static_cast<size_t>(marks_.box)].rect(), 8, 8);
  }
  painter.restore();
  paintTabs(painter);
  paintBadges(painter);
  paintBand(painter);
}

}  // namespace nw::views
