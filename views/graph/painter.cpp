// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/painter.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "graph/face.h"
#include "graph/route_lines.h"
#include "graph/scope_card.h"
#include "graph/scope_names.h"
#include "models/node_text.h"

namespace nw::views {

namespace {

constexpr double kHullMargin = 9, kHullRadius = 12, kBridge = 20, kNodeRadius = 6, kBoxRadius = 8;

// One painting: the visible items, and the steps that draw them from back to front.
class Paint {
 public:
  Paint(QPainter& painter, const PaintRequest& request)
      : p_(painter),
        r_(request),
        picture_(*request.picture),
        scene_(request.picture->scene),
        theme_(*request.theme),
        fonts_(request.theme->words) {
    pixel_ = 1 / r_.scale;
  }

  void scopes() {
    p_.setRenderHint(QPainter::Antialiasing);
    boxes(false);
    boxes(true);
    cards();
  }

  void run() {
    find_visible();
    if (!r_.moved) names_ = names_beside_scopes(picture_, fonts_, r_.scale, r_.around);
    p_.setRenderHint(QPainter::Antialiasing, r_.scale >= detail_at::kBorders);
    boxes(false);
    if (r_.scale >= detail_at::kBorders) hulls();
    if (r_.settled < 1) p_.setOpacity(r_.settled * r_.settled);
    edges();
    p_.setOpacity(1);
    box_titles();
    boxes(true);
    if (r_.scale < detail_at::kBorders)
      specks();
    else
      nodes();
    cards();
    for (const ScopeName& name : names_) {
      const QRectF drawn = name.place | QRectF(name.leader.p1(), name.leader.p2()).normalized();
      if (drawn.intersects(r_.area))
        paint_scope_name(p_, name, fonts_, theme_, name.box < 0 ? theme_.canvas : ground_of(name.box), r_.scale);
    }
    if (r_.scale >= detail_at::kEdgeLabels && r_.settled >= 1) edge_labels();
  }

 private:
  QRectF rect(int32_t item) const {
    return (r_.moved ? (*r_.moved)[static_cast<size_t>(item)] : picture_.items[static_cast<size_t>(item)]).rect();
  }

  // In a scope that is drawn closed.
  bool hidden(int32_t item) const { return !picture_.zoom.open(scene_.items[static_cast<size_t>(item)].box, r_.scale); }

  void find_visible() {
    const QRectF area = r_.area.adjusted(-kHullMargin, -kHullMargin, kHullMargin, kHullMargin);
    if (r_.moved) {
      for (size_t i = 0; i < picture_.items.size(); ++i)
        if ((*r_.moved)[i].meets(area) && !hidden(static_cast<int32_t>(i))) items_.push_back(static_cast<int32_t>(i));
    } else {
      picture_.item_index.query(area, [&](int32_t i) {
        if (picture_.items[static_cast<size_t>(i)].meets(area) && !hidden(i)) items_.push_back(i);
      });
    }
    const auto inside_one = [&](const SceneEdge& edge) {  // of the scopes that are drawn closed
      const int32_t from = scene_.items[static_cast<size_t>(edge.from)].box;
      return from >= 0 && from == scene_.items[static_cast<size_t>(edge.to)].box && !picture_.zoom.open(from, r_.scale);
    };
    const float shortest = static_cast<float>(1.5 * pixel_);  // shorter edges are hidden by the specks they join
    picture_.edge_index.query(area, [&](int32_t e) {
      const BoxF& b = picture_.edge_bounds[static_cast<size_t>(e)];
      if (b.meets(area) && std::max(b.w, b.h) >= shortest && !inside_one(scene_.edges[static_cast<size_t>(e)]))
        edges_.push_back(e);
    });
    std::sort(items_.begin(), items_.end());
    std::sort(edges_.begin(), edges_.end());
  }

  // ── scopes ──
  // Those that are open, or those that are drawn closed: the latter hide the ends of edges to what is inside them.
  void boxes(bool closed) {
    for (size_t i = 0; i < picture_.boxes.size(); ++i) {
      const auto b = static_cast<int32_t>(i);
      if (closed ? !picture_.zoom.closed(b, r_.scale) : !picture_.zoom.open(b, r_.scale)) continue;
      const QRectF box = picture_.boxes[i].rect();
      if (!box.intersects(r_.area) || box.width() < (closed ? 1.5 : 4) * pixel_) continue;
      const double radius = std::min({kBoxRadius / std::min(1.0, r_.scale), box.height() / 4, box.width() / 4});
      p_.setPen(QPen(theme_.box_border, pixel_));
      p_.setBrush(closed ? card_ground(b) : ground_of(b));
      p_.drawRoundedRect(box, radius, radius);
    }
  }

  QColor ground_of(int32_t box) const {
    const int32_t scope = scene_.boxes[static_cast<size_t>(box)].scope;
    return scene_.tree->scopes[static_cast<size_t>(scope)].depth % 2 ? theme_.box : theme_.canvas;
  }

  QColor card_ground(int32_t box) const {
    const QRgb fill =
        r_.fills && static_cast<size_t>(box) < r_.fills->boxes.size() ? r_.fills->boxes[static_cast<size_t>(box)] : 0;
    return fill ? QColor(fill) : theme_.raised;
  }

  // After the edges, which may run beneath.
  void box_titles() {
    for (size_t i = 0; i < picture_.boxes.size(); ++i) {
      const auto b = static_cast<int32_t>(i);
      if (!picture_.zoom.open(b, r_.scale)) continue;
      const QRectF box = picture_.boxes[i].rect();
      const double high = static_cast<double>(picture_.headers[i]), free = high + face::kAboveContents;
      if (!QRectF(box.topLeft(), QSizeF(box.width(), free)).intersects(r_.area)) continue;
      // Scopes around others have larger titles; far away all have at least the smallest size that can be read.
      const double wanted = std::max({12.0, 0.36 * high, 12 / r_.scale});
      const double least = std::ceil(ZoomLevels::kLeastText / r_.scale);
      QFont font = fonts_.title;
      font.setPixelSize(static_cast<int>(std::max(least, std::min(wanted, 0.8 * free))));
      const QFontMetricsF metrics(font);
      const double left = 26 * std::max(1.0, std::min(high / face::kHeader, 2.0));
      QRectF header(box.x() + left, box.y() + 2, box.width() - left - 6, std::max(high - 4, 1.25 * font.pixelSize()));
      const QString title = elided(scope_title(*scene_.tree, scene_.boxes[i].scope), font, header.width());
      header.setWidth(metrics.horizontalAdvance(title) + 4);
      p_.fillRect(header, ground_of(b));
      p_.setFont(font);
      p_.setPen(theme_.dim);
      p_.drawText(header, Qt::AlignVCenter | Qt::AlignLeft, title);
      chevron(QPointF(box.x() + left / 2 + 1, header.center().y()), true, std::clamp(left / 40, 1.0, 1.3));
    }
  }

  // The texts of scopes that are drawn closed, above everything.
  void cards() {
    for (size_t i = 0; i < picture_.boxes.size(); ++i) {
      const auto b = static_cast<int32_t>(i);
      if (!picture_.zoom.closed(b, r_.scale) || !picture_.boxes[i].meets(r_.area)) continue;
      card(scene_.boxes[i].scope, picture_.boxes[i].rect(), card_ground(b),
           r_.fills && i < r_.fills->box_shares.size() ? r_.fills->box_shares[i] : Overlay::kNothing);
    }
  }

  // `measured`: the part of an overlay's sum, which is shown instead of that of the operations.
  void card(int32_t scope, const QRectF& place, const QColor& ground, float measured) {
    if (std::ranges::find(names_, scope, &ScopeName::scope) != names_.end()) return;
    const Scope& here = scene_.tree->scopes[static_cast<size_t>(scope)];
    ScopeCard card;
    card.place = place;
    card.title = scope_title(*scene_.tree, scope);
    if (here.output.valid()) card.shape = scene_.tree->sizes.label(scene_.graph->node(here.output).type);
    card.share = share_of(scope, measured);
    card.ink = with_contrast(theme_.text, ground, 4.5);
    card.pale = with_contrast(theme_.dim, ground, 4.5);
    card.bar = with_contrast(theme_.accent, ground, 3);
    card.groove = mix(theme_.box_border, ground, 0.5);
    paint_scope_card(p_, card, fonts_, r_.scale);
  }

  double share_of(int32_t scope, float measured) const {
    if (measured == measured) return static_cast<double>(measured);
    return scene_.tree->scopes[static_cast<size_t>(scope)].flops > 0 ? scene_.tree->share(scope) : -1;
  }

  void chevron(const QPointF& at, bool open, double size = 1) {
    const double far = 4 * size, near = 2 * size;
    QPolygonF shape;
    if (open)
      shape << at + QPointF(-far, -near) << at + QPointF(0, near) << at + QPointF(far, -near);
    else
      shape << at + QPointF(-near, -far) << at + QPointF(near, 0) << at + QPointF(-near, far);
    p_.setBrush(Qt::NoBrush);
    p_.setPen(QPen(theme_.dim, 1.5 * size, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p_.drawPolyline(shape);
  }

  // ── groups ──
  // A hull is the union of its nodes' surroundings and of thick lines along its edges. Drawing all of it in one opaque
  // colour, first a pixel larger for the outline, needs no geometry of the union.
  void hulls() {
    std::map<int32_t, std::vector<int32_t>> members, bridges;
    for (int32_t i : items_)
      if (const SceneItem& item = scene_.items[static_cast<size_t>(i)]; item.group >= 0)
        members[item.group].push_back(i);
    for (int32_t e : edges_) {
      const SceneEdge& edge = scene_.edges[static_cast<size_t>(e)];
      if (edge.fused) bridges[scene_.items[static_cast<size_t>(edge.from)].group].push_back(e);
    }
    for (const auto& [group, inside] : members) {
      if (scene_.fusion->groups[static_cast<size_t>(group)].nodes.size() < 2) continue;
      const size_t hue = theme_.hue_of(group);
      hull(inside, bridges[group], QBrush(theme_.group_lines[hue]), pixel_);
      hull(inside, bridges[group], hull_brush(group), 0);
    }
  }

  void hull(const std::vector<int32_t>& inside, const std::vector<int32_t>& bridges, const QBrush& brush, double grow) {
    p_.setBrush(Qt::NoBrush);
    QPen pen(brush, kBridge + 2 * grow, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    p_.setPen(pen);
    if (r_.settled >= 1)
      for (int32_t e : bridges) polyline(picture_.route(static_cast<size_t>(e)));
    p_.setPen(Qt::NoPen);
    p_.setBrush(brush);
    const double margin = kHullMargin + grow;
    for (int32_t i : inside)
      p_.drawRoundedRect(rect(i).adjusted(-margin, -margin, margin, margin), kHullRadius, kHullRadius);
  }

  // The hue, hatched: neighbours that look alike without hue differ in their hatching.
  QBrush hull_brush(int32_t group) {
    const size_t hue = theme_.hue_of(group);
    const QColor fill = theme_.group_fills[hue];
    const int pattern = Theme::pattern_of(group);
    if (pattern == 0 || r_.vector || r_.scale < detail_at::kTitles) return fill;
    constexpr int kTile = 12;
    QImage tile(kTile, kTile, QImage::Format_RGB32);
    tile.fill(fill);
    QPainter hatch(&tile);
    hatch.setPen(QPen(mix(theme_.group_lines[hue], fill, 0.35), 1));
    if (pattern == 1 || pattern == 4) hatch.drawLine(0, kTile - 1, kTile - 1, 0);
    if (pattern == 2) hatch.drawLine(0, 0, kTile - 1, kTile - 1);
    if (pattern == 3) hatch.drawPoint(3, 3), hatch.drawPoint(9, 9);
    if (pattern == 4) hatch.drawLine(0, 0, kTile - 1, kTile - 1);
    hatch.end();
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(pixel_, pixel_));
    return brush;
  }

  // The overlay's colour of a thing, if it has one.
  std::optional<QColor> fill_of(int32_t item) const {
    if (!r_.fills || static_cast<size_t>(item) >= r_.fills->items.size()) return std::nullopt;
    const QRgb fill = r_.fills->items[static_cast<size_t>(item)];
    return fill ? std::optional(QColor(fill)) : std::nullopt;
  }

  QColor line_color(const SceneEdge& edge) const {
    if (r_.fills && r_.fills->lines)
      if (const auto fill = fill_of(edge.from)) return with_contrast(*fill, theme_.canvas, 2.0);
    return edge.fused ? theme_.group_lines[theme_.hue_of(scene_.items[static_cast<size_t>(edge.from)].group)]
                      : theme_.edge;
  }

  // ── edges ──
  static double width_of(const SceneEdge& edge) {
    return std::clamp(1.0 + 0.22 * std::log2(std::max(1.0, double(edge.bytes) / 4096)), 1.0, 4.0);
  }

  void edges() {
    p_.setBrush(Qt::NoBrush);
    if (r_.scale < detail_at::kBorders) {
      std::vector<QLineF> lines;
      for (int32_t e : edges_) add_lines(lines, e);
      p_.setPen(QPen(mix(theme_.edge, theme_.canvas, 0.6), 0));
      p_.drawLines(lines.data(), static_cast<int>(lines.size()));
      return;
    }
    const double beyond = std::max(40.0, 6 * pixel_);
    const QRectF area = r_.area.adjusted(-beyond, -beyond, beyond, beyond);
    DrawnLines drawn;
    for (int32_t e : edges_) {
      const SceneEdge& edge = scene_.edges[static_cast<size_t>(e)];
      const RoutePart part = part_of_route(picture_.route(static_cast<size_t>(e)), area);
      if (part.points.size() < 2) continue;
      const QColor color = line_color(edge);
      const double width = std::max(width_of(edge), pixel_);
      if (!drawn.is_new(part.points, color, width)) continue;
      p_.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
      if (part.points.size() == 2)
        p_.drawLine(part.points[0], part.points[1]);
      else if (r_.scale >= detail_at::kTitles)
        p_.drawPath(rounded(part.points));
      else
        p_.drawPolyline(part.points);
      if (r_.scale >= detail_at::kTitles && part.ends) arrow(part.points, color);
    }
  }

  void add_lines(std::vector<QLineF>& lines, int32_t e) const {
    const auto route = picture_.route(static_cast<size_t>(e));
    for (size_t i = 1; i < route.size(); ++i) {
      const QPointF a = route[i - 1].point(), b = route[i].point();
      if (std::max(a.y(), b.y()) < r_.area.top() || std::min(a.y(), b.y()) > r_.area.bottom()) continue;
      if (std::max(a.x(), b.x()) < r_.area.left() || std::min(a.x(), b.x()) > r_.area.right()) continue;
      lines.emplace_back(a, b);
    }
  }

  void polyline(std::span<const PointF> route) {
    QPolygonF points;
    for (const PointF& point : route) points << point.point();
    p_.drawPolyline(points);
  }

  void arrow(const QPolygonF& line, const QColor& color) {
    const QPointF tip = line.back();
    QLineF back(tip, line[line.size() - 2]);
    if (back.length() < 0.1) return;
    back.setLength(8);
    QLineF side = back.normalVector();
    side.setLength(3.5);
    const QPointF across = side.p2() - side.p1();
    p_.setPen(Qt::NoPen);
    p_.setBrush(color);
    p_.drawPolygon(QPolygonF{tip, back.p2() + across, back.p2() - across});
    p_.setBrush(Qt::NoBrush);
  }

  // The value's type, once for each producer, if there is space beside its first line.
  void edge_labels() {
    const QFont font = edge_label_font(theme_, r_.scale);
    p_.setFont(font);
    const QFontMetricsF metrics(font);
    std::vector<QRectF> taken;
    int32_t last = -1;
    for (int32_t e : edges_) {
      const SceneEdge& edge = scene_.edges[static_cast<size_t>(e)];
      if (edge.from == last) continue;
      last = edge.from;
      const auto written = edge_label(picture_, e, metrics);
      if (!written) continue;
      const QRectF& label = written->place;
      const bool hidden =
          std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(label); });
      if (hidden || covers_node(label)) continue;
      taken.push_back(label);
      p_.setPen(Qt::NoPen);
      QColor ground = edge.fused ? theme_.group_fills[theme_.hue_of(scene_.items[static_cast<size_t>(edge.from)].group)]
                                 : theme_.canvas;
      p_.setBrush(ground);
      p_.drawRoundedRect(label, 4, 4);
      p_.setPen(with_contrast(theme_.dim, ground, 4.5));
      p_.drawText(label, Qt::AlignCenter, written->text);
    }
  }

  bool covers_node(const QRectF& area) const {
    bool covered = false;
    picture_.item_index.query(
        area, [&](int32_t i) { covered = covered || picture_.items[static_cast<size_t>(i)].meets(area); });
    return covered;
  }

  // ── nodes ──
  void specks() {
    std::map<QRgb, std::vector<QRectF>> by_color;
    for (int32_t i : items_) {
      const SceneItem& item = scene_.items[static_cast<size_t>(i)];
      const QColor color =
          fill_of(i).value_or(item.group >= 0 ? theme_.group_lines[theme_.hue_of(item.group)] : theme_.node_border);
      QRectF r = rect(i);
      if (r.height() < 1.5 * pixel_) r.setHeight(1.5 * pixel_);
      if (r.width() < 1.5 * pixel_) r.setWidth(1.5 * pixel_);
      by_color[color.rgb()].push_back(r);
    }
    p_.setPen(Qt::NoPen);
    for (const auto& [color, rects] : by_color) {
      p_.setBrush(QColor(color));
      p_.drawRects(rects.data(), static_cast<int>(rects.size()));
    }
  }

  void nodes() {
    const double radius = r_.scale < detail_at::kTitles ? 0 : kNodeRadius;
    for (int32_t i : items_) {
      const SceneItem& item = scene_.items[static_cast<size_t>(i)];
      const QRectF r = rect(i);
      const bool grouped = item.group >= 0 && scene_.fusion->groups[static_cast<size_t>(item.group)].nodes.size() > 1;
      const QColor line = grouped ? theme_.group_lines[theme_.hue_of(item.group)] : theme_.node_border;
      const double line_width = item.anchor ? std::max(2.0, 2 * pixel_) : pixel_;
      p_.setPen(QPen(line, line_width));
      p_.setBrush(fill_of(i).value_or(item.node.valid() ? theme_.node : theme_.box));
      if (!item.node.valid()) stacked(r);
      if (radius > 0)
        p_.drawRoundedRect(r, radius, radius);
      else
        p_.drawRect(r);
      text(i, item, r);
    }
  }

  // A collapsed scope looks like a pile of sheets.
  void stacked(const QRectF& r) {
    const QBrush brush = p_.brush();
    p_.setBrush(theme_.canvas);
    p_.drawRoundedRect(r.adjusted(4, 4, -4, 4), kNodeRadius, kNodeRadius);
    p_.setBrush(brush);
  }

  void text(int32_t index, const SceneItem& item, const QRectF& r) {
    if (!picture_.zoom.labelled(index, r_.scale)) return;
    const float measured = r_.fills && static_cast<size_t>(index) < r_.fills->item_shares.size()
                               ? r_.fills->item_shares[static_cast<size_t>(index)]
                               : Overlay::kNothing;
    if (!item.node.valid() && r_.scale < detail_at::kAll)
      return card(item.scope, r, fill_of(index).value_or(theme_.box), measured);
    const Face face = face_of(scene_, index);
    const std::optional<QColor> fill = fill_of(index);
    const QColor ink = fill ? ink_on(*fill) : theme_.text, pale = fill ? ink : theme_.dim;
    const bool all = r_.scale >= detail_at::kAll;
    QRectF inner = r.adjusted(face::kMargin, face::kPadding, -face::kMargin, -face::kPadding);
    if (!item.node.valid() && all) {
      chevron(QPointF(r.right() - 14, r.top() + face::kPadding + face::kTitle / 2), false);
      inner.setRight(inner.right() - 12);
    }
    if (item.anchor) anchor_sign(r, fill ? ink : theme_.group_lines[theme_.hue_of(item.group)]);
    if (!all) {
      // Far away only the operator is shown, as large as the node lets it be.
      const QRectF whole = r.adjusted(face::kMargin / 2, 0, -face::kMargin / 2, 0);
      QFont font = fonts_.title;
      const double wanted = std::clamp(11.5 / r_.scale, 13.0, 26.0);
      const QString word = face.title.section(QLatin1Char('.'), -1);
      const double fits = 13 * whole.width() / std::max(1.0, QFontMetricsF(font).horizontalAdvance(word));
      const double least = std::ceil(ZoomLevels::kLeastText / r_.scale);
      font.setPixelSize(static_cast<int>(std::max(std::min(wanted, fits), least)));
      p_.setFont(font);
      p_.setPen(ink);
      p_.drawText(whole, Qt::AlignCenter, elided(word, font, whole.width()));
      return;
    }
    QFont small = fonts_.small;
    small.setPixelSize(std::max(small.pixelSize(), static_cast<int>(std::ceil(ZoomLevels::kLeastText / r_.scale))));
    auto line = [&](const QFont& font, const QColor& color, const QString& words, double height, double width) {
      p_.setFont(font);
      p_.setPen(color);
      p_.drawText(QRectF(inner.x(), inner.y(), width, height), Qt::AlignVCenter | Qt::AlignLeft,
                  elided(words, font, width));
      inner.setTop(inner.top() + height);
    };
    // A box that was laid out before its node became an anchor has no space for the sign.
    line(fonts_.title, ink, face.title, face::kTitle, inner.width() - (item.anchor ? face::kAnchorSign : 0));
    line(small, pale, face.name, face::kName, inner.width());
    for (const QString& row : face.rows) line(small, ink, row, face::kRow, inner.width());
    if (!face.share) return;
    const QColor ground = fill.value_or(theme_.box);
    paint_share(p_,
                QRectF(inner.left(), r.bottom() - face::kPadding - face::kShareBar, r.width() - 2 * face::kMargin,
                       face::kShareBar),
                std::max(0.0, share_of(item.scope, measured)), with_contrast(theme_.accent, ground, 3),
                mix(theme_.box_border, ground, 0.5));
  }

  void anchor_sign(const QRectF& r, const QColor& color) {
    const QPointF at(r.right() - 12, r.top() + 12);
    p_.setPen(Qt::NoPen);
    p_.setBrush(color);
    p_.drawPolygon(QPolygonF{at + QPointF(0, -5), at + QPointF(5, 0), at + QPointF(0, 5), at + QPointF(-5, 0)});
  }

  static QString elided(const QString& words, const QFont& font, double width) {
    return QFontMetricsF(font).elidedText(words, Qt::ElideMiddle, width + 0.5);
  }

  QPainter& p_;
  const PaintRequest& r_;
  const Picture& picture_;
  const Scene& scene_;
  const Theme& theme_;
  FaceFonts fonts_;
  double pixel_ = 1;
  std::vector<int32_t> items_, edges_;
  std::vector<ScopeName> names_;  // beside their scopes
};

}  // namespace

QFont edge_label_font(const Theme& theme, double scale) {
  QFont font = FaceFonts(theme.words).small;
  font.setPixelSize(std::max(font.pixelSize(), static_cast<int>(std::ceil(ZoomLevels::kLeastText / scale))));
  return font;
}

std::optional<EdgeLabel> edge_label(const Picture& picture, int32_t e, const QFontMetricsF& metrics) {
  const Scene& scene = picture.scene;
  const SceneEdge& edge = scene.edges[static_cast<size_t>(e)];
  const auto route = picture.route(static_cast<size_t>(e));
  if (route.size() < 2) return std::nullopt;
  const QLineF first(route[0].point(), route[1].point());
  if (first.length() < 20) return std::nullopt;
  EdgeLabel label;
  label.text = edge.count > 1 ? QStringLiteral("%1 ×").arg(edge.count)
                              : scene.tree->sizes.label(scene.graph->node(edge.producer).type);
  const QSizeF size(metrics.horizontalAdvance(label.text) + 8, 15);
  const bool level = std::abs(first.dx()) > std::abs(first.dy());
  const QPointF centre = first.pointAt(std::min(0.5, (level ? size.width() / 2 + 6 : 24) / first.length()));
  label.place = QRectF(centre.x() - size.width() / 2, centre.y() - size.height() / 2, size.width(), size.height());
  return label;
}

void paint_picture(QPainter& painter, const PaintRequest& request) {
  Paint(painter, request).run();
}

void paint_scopes(QPainter& painter, const PaintRequest& request) {
  Paint(painter, request).scopes();
}

void paint_item_mark(QPainter& painter, const Picture& picture, int32_t item, const QColor& color, double width,
                     double scale) {
  const double grow = (width / 2 + 1) / scale;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, width / scale));
  painter.drawRoundedRect(picture.items[static_cast<size_t>(item)].rect().adjusted(-grow, -grow, grow, grow),
                          kNodeRadius + grow, kNodeRadius + grow);
}

void paint_edge_mark(QPainter& painter, const Picture& picture, int32_t edge, const QColor& color, double width,
                     double scale) {
  QPolygonF points;
  for (const PointF& point : picture.route(static_cast<size_t>(edge))) points << point.point();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, width / scale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPolyline(points);
}

void paint_group_mark(QPainter& painter, const Picture& picture, int32_t group, const QColor& color, double scale) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, 2.5 / scale));
  const double m = kHullMargin + 2 / scale;
  for (size_t i = 0; i < picture.items.size(); ++i)
    if (picture.scene.items[i].group == group)
      painter.drawRoundedRect(picture.items[i].rect().adjusted(-m, -m, m, m), kHullRadius, kHullRadius);
}

}  // namespace nw::views
