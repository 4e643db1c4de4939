// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/canvas.h"

#include <QFocusEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/painter.h"
#include "graph/tiles.h"

namespace nw::views {

namespace {
constexpr double kLargestScale = 4, kFitMargin = 28;
constexpr int kMoveMs = 180;
constexpr size_t kMoveLimit = 3000;   // more things than this jump instead of gliding
constexpr size_t kDirectLimit = 260;  // fewer visible things than this are painted afresh every frame
}  // namespace

Canvas::Canvas(QWidget* parent)
    : QWidget(parent), theme_(std::make_shared<Theme>(Theme::load(false))), tiles_(new Tiles(this)) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(240, 160);
  setAccessibleName(tr("Graph canvas"));
  describeSelection({});
  connect(tiles_, &Tiles::ready, this, qOverload<>(&QWidget::update));
  move_timer_.setInterval(8);
  connect(&move_timer_, &QTimer::timeout, this, &Canvas::stepMove);
}

Canvas::~Canvas() = default;

void Canvas::setTheme(const Theme& theme) {
  theme_ = std::make_shared<Theme>(theme);
  painted_ = false;
  tiles_->reset(picture_, theme_, fills_);
  update();
}

void Canvas::describeSelection(const QString& text) {
  setAccessibleDescription(
      text.isEmpty() ? tr("Arrow keys walk along the edges, E selects one; the outline lists the same nodes as text.")
                     : text);
}

void Canvas::setMarks(Marks marks) {
  marks_ = std::move(marks);
  update();
}

// ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

// A scope's place in a picture: as a collapsed thing or as a box around others.
QRectF place_of_scope(const Picture& picture, int32_t scope) {
  if (int32_t item = picture.item_of_scope(scope); item >= 0) return picture.items[static_cast<size_t>(item)].rect();
  if (int32_t box = picture.box_of_scope(scope); box >= 0) return picture.boxes[static_cast<size_t>(box)].rect();
  return {};
}

}  // namespace

void Canvas::setPicture(std::shared_ptr<const Picture> picture, int32_t kept_scope, NodeId kept_node) {
  const std::shared_ptr<const Picture> before = std::move(picture_);
  picture_ = std::move(picture);
  hovered_item_ = hovered_edge_ = hovered_box_ = -1;
  painted_ = false;
  fills_.reset();
  tiles_->reset(picture_, theme_);
  moving_from_.clear();
  move_timer_.stop();
  if (picture_ && before && before->scene.tree == picture_->scene.tree)
    startMove(*before, kept_scope, kept_node);
  else if (picture_)
    showStart();
  update();
  Q_EMIT viewChanged();
}

void Canvas::redrawAs(std::shared_ptr<const Picture> picture) {
  picture_ = std::move(picture);
  painted_ = false;
  tiles_->reset(picture_, theme_, fills_);
  update();
  Q_EMIT viewChanged();
}

void Canvas::setFills(std::shared_ptr<const Fills> fills) {
  if (!fills && !fills_) return;
  fills_ = std::move(fills);
  painted_ = false;
  tiles_->reset(picture_, theme_, fills_);
  update();
  Q_EMIT fillsChanged();
}

void Canvas::startMove(const Picture& before, int32_t kept_scope, NodeId kept_node) {
  const auto place_in = [kept_scope, kept_node](const Picture& picture) {
    if (kept_scope >= 0) return place_of_scope(picture, kept_scope);
    const int32_t item = kept_node.valid() ? picture.item_of(kept_node) : -1;
    return item >= 0 ? picture.items[static_cast<size_t>(item)].rect() : QRectF();
  };
  const QRectF old_place = place_in(before), new_place = place_in(*picture_);
  QPointF shift;
  if (old_place.isValid() && new_place.isValid()) {
    // The middle of the head stays under the pointer.
    shift = QPointF(new_place.center().x(), new_place.top()) - QPointF(old_place.center().x(), old_place.top());
    view_.origin += shift;
    fitted_ = false;
  }
  if (reduced_motion_ || picture_->items.size() > kMoveLimit || !isVisible()) {
    clampView();
    return;
  }
  const Scene& scene = picture_->scene;
  moving_from_.reserve(picture_->items.size());
  for (size_t i = 0; i < scene.items.size(); ++i) {
    QRectF from;
    if (scene.items[i].node.valid()) {
      if (int32_t item = before.item_of(scene.items[i].node); item >= 0)
        from = before.items[static_cast<size_t>(item)].rect();
    } else {
      from = place_of_scope(before, scene.items[i].scope);
    }
    if (!from.isValid()) from = QRectF(picture_->items[i].rect().center() - shift, QSizeF(1, 1));
    from.translate(shift);
    moving_from_.push_back({static_cast<float>(from.x()), static_cast<float>(from.y()),
                            static_cast<float>(from.width()), static_cast<float>(from.height())});
  }
  move_clock_.start();
  move_timer_.start();
}

void Canvas::stepMove() {
  if (move_clock_.elapsed() >= kMoveMs) {
    moving_from_.clear();
    move_timer_.stop();
    Q_EMIT viewChanged();
  }
  update();
}

std::vector<BoxF> Canvas::movedItems(double t) const {
  const auto eased = static_cast<float>(t * t * (3 - 2 * t));
  std::vector<BoxF> moved(moving_from_.size());
  for (size_t i = 0; i < moved.size(); ++i) {
    const BoxF &a = moving_from_[i], &b = picture_->items[i];
    auto between = [eased](float x, float y) { return x + (y - x) * eased; };
    moved[i] = {between(a.x, b.x), between(a.y, b.y), between(a.w, b.w), between(a.h, b.h)};
  }
  return moved;
}

// ── the view ─────────────────────────────────────────────────────────────────────────────────────────────────────

double Canvas::smallestScale() const {
  if (!picture_) return 0.01;
  const QSizeF room = QSizeF(size()) - QSizeF(2 * kFitMargin, 2 * kFitMargin);
  const double whole = std::min(room.width() / std::max(1.0, picture_->bounds.width()),
                                room.height() / std::max(1.0, picture_->bounds.height()));
  return std::min(whole * 0.5, 0.25);
}

// Some of the picture always stays in sight.
void Canvas::clampView() {
  if (!picture_) return;
  const QRectF seen = view_.to_scene(QRectF(rect()));
  const QRectF bounds = picture_->bounds;
  const double keep_x = std::min(80 / view_.scale, bounds.width()),
               keep_y = std::min(80 / view_.scale, bounds.height());
  view_.origin.setX(std::clamp(view_.origin.x(), bounds.left() + keep_x - seen.width(), bounds.right() - keep_x));
  view_.origin.setY(std::clamp(view_.origin.y(), bounds.top() + keep_y - seen.height(), bounds.bottom() - keep_y));
}

void Canvas::setView(const ViewTransform& view) {
  view_ = view;
  view_.scale = std::clamp(view_.scale, smallestScale(), kLargestScale);
  fitted_ = at_start_ = painted_ = false;
  clampView();
  update();
  Q_EMIT viewChanged();
}

void Canvas::fit() {
  if (!picture_) return;
  fitAll();
  Q_EMIT viewFitted();
}

void Canvas::fitAll() {
  fitRect(picture_->bounds, 1.0);
  if (!covered_.isEmpty() && anyItemIn(view_.to_scene(covered_))) {
    const QRectF beside(covered_.right(), 0, width() - covered_.right(), height()),
        above(0, 0, width(), covered_.top());
    const ViewTransform right = fitted(picture_->bounds, beside, 1.0), higher = fitted(picture_->bounds, above, 1.0);
    setView(right.scale > higher.scale ? right : higher);
  }
  fitted_ = true;
}

void Canvas::setCovered(const QRectF& legend, const QRectF& names) {
  QRectF covered = legend.united(names);
  // Where all is shown, names may cover more of it but not less, or they and the view would follow each other for ever.
  if (std::exchange(covered_by_legend_, legend) == legend && fitted_) covered = covered.united(covered_);
  if (covered == covered_) return;
  covered_ = covered;
  if (fitted_) fit();
}

QRectF Canvas::uncovered() const {
  if (covered_.isEmpty()) return rect();
  const QRectF beside(covered_.right(), 0, width() - covered_.right(), height()), above(0, 0, width(), covered_.top());
  return beside.width() * beside.height() > above.width() * above.height() ? beside : above;
}

bool Canvas::anyItemIn(const QRectF& scene) const {
  bool any = false;
  picture_->item_index.query(scene,
                             [&](int32_t i) { any = any || picture_->items[static_cast<size_t>(i)].meets(scene); });
  return any;
}

// All of it where it can be read so; else its head, as wide as it is, from where the data comes in.
void Canvas::showStart() {
  if (!picture_) return;
  fitAll();
  if (readable()) return Q_EMIT viewFitted();
  const bool right = picture_->shape.rightward;
  const QRectF& all = picture_->bounds;
  const double room = right ? height() : width();  // across the data's way
  const double whole = (room - 2 * kFitMargin) / std::max(1.0, right ? all.height() : all.width());
  ViewTransform view;
  view.scale = std::clamp(whole, ZoomLevels::kAllOpen, 0.8);
  QPointF middle = all.center();
  if (whole < view.scale && !picture_->items.empty()) {
    // It does not fit: the first item is centred.
    const auto first =
        std::min_element(picture_->items.begin(), picture_->items.end(),
                         [right](const BoxF& x, const BoxF& y) { return right ? x.x < y.x : x.y < y.y; });
    middle = first->rect().center();
  }
  const double half = room / 2 / view.scale, margin = kFitMargin / view.scale;
  view.origin =
      right ? QPointF(all.left() - margin, middle.y() - half) : QPointF(middle.x() - half, all.top() - margin);
  setView(view);
  at_start_ = true;
}

// `area`: of the widget.
ViewTransform Canvas::fitted(const QRectF& scene, const QRectF& area, double largest_scale) const {
  const QSizeF room(std::max(40.0, area.width() - 2 * kFitMargin), std::max(40.0, area.height() - 2 * kFitMargin));
  ViewTransform view;
  view.scale = std::min(
      {room.width() / std::max(1.0, scene.width()), room.height() / std::max(1.0, scene.height()), largest_scale});
  view.origin = scene.center() - area.center() / view.scale;
  return view;
}

void Canvas::fitRect(const QRectF& scene, double largest_scale) {
  setView(fitted(scene, QRectF(rect()), largest_scale));
}

void Canvas::reveal(const QRectF& scene) {
  const QRectF seen = QRectF(rect()).adjusted(24, 24, -24, -24), place = view_.to_view(scene);
  if (seen.contains(place) && !place.intersects(covered_) && readable()) return;
  ViewTransform view = view_;
  if (!readable()) view.scale = 0.8;
  view.origin = scene.center() - uncovered().center() / view.scale;
  setView(view);
}

void Canvas::zoomInto(int32_t box) {
  const QRectF place = picture_->boxes[static_cast<size_t>(box)].rect();
  fitRect(place, 1.0);
  const double open = static_cast<double>(picture_->zoom.contents_from[static_cast<size_t>(box)]);
  if (view_.scale >= open) return;
  ViewTransform view = view_;
  view.scale = open * 1.02;
  view.origin = place.center() - QPointF(width(), height()) / 2 / view.scale;
  if (place.width() * view.scale > width()) view.origin.setX(place.left() - kFitMargin / view.scale);
  if (place.height() * view.scale > height()) view.origin.setY(place.top() - kFitMargin / view.scale);
  setView(view);
}

void Canvas::zoomAt(const QPointF& where, double factor) {
  constexpr double kLarge = 1.5;  // from where on one that zooms in wants to see what is inside
  const QPointF fixed = view_.to_scene(where);
  ViewTransform view = view_;
  view.scale = std::clamp(view.scale * factor, smallestScale(), kLargestScale);
  view.origin = fixed - where / view.scale;
  setView(view);
  if (factor <= 1 || view.scale < kLarge || !picture_ || animating()) return;
  const int32_t item = picture_->item_at(fixed);
  if (item >= 0 && !picture_->scene.items[static_cast<size_t>(item)].node.valid()) Q_EMIT zoomedIn(item);
}

Canvas::Hit Canvas::hit(const QPointF& where, double tolerance) const {
  Hit hit;
  if (!picture_) return hit;
  const QPointF scene = view_.to_scene(where);
  hit.box = picture_->closed_box_at(scene, view_.scale);
  hit.closed = hit.box >= 0;
  if (hit.closed) return hit;
  hit.item = picture_->item_at(scene);
  if (hit.item >= 0) return hit;
  if (view_.scale >= detail_at::kBorders) hit.edge = picture_->edge_at(scene, tolerance / view_.scale);
  if (hit.edge < 0) hit.box = picture_->box_header_at(scene);
  return hit;
}

bool Canvas::settled() const {
  if (!isVisible() || !picture_) return true;
  return painted_ && moving_from_.empty() && (!tiled_ || !tiles_->pending());
}

void Canvas::focusInEvent(QFocusEvent* event) {
  keyboard_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  QWidget::focusInEvent(event);
}

void Canvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  covered_ = QRectF();  // what is in front is placed again
  if (at_start_)
    showStart();
  else if (fitted_)
    fit();
  else
    clampView();
  Q_EMIT viewChanged();
  Q_EMIT resized();
}

// ── painting ─────────────────────────────────────────────────────────────────────────────────────────────────────

size_t Canvas::visibleItems() const {
  size_t count = 0;
  const QRectF seen = view_.to_scene(QRectF(rect()));
  if (seen.contains(picture_->bounds)) return picture_->items.size();
  picture_->item_index.query(seen,
                             [&](int32_t i) { count += picture_->items[static_cast<size_t>(i)].meets(seen) ? 1 : 0; });
  return count;
}

void Canvas::paintEvent(QPaintEvent*) {
  painted_ = true;
  QPainter painter(this);
  if (!picture_) {
    painter.fillRect(rect(), theme_->canvas);
    return;
  }
  const double ratio = devicePixelRatioF();
  tiled_ = !animating() && visibleItems() > kDirectLimit;
  if (tiled_) {
    tiles_->draw(painter, view_.origin, view_.scale * ratio, size() * ratio, ratio);
  } else {
    painter.fillRect(rect(), theme_->canvas);
    painter.save();
    painter.scale(view_.scale, view_.scale);
    painter.translate(-view_.origin);
    PaintRequest request{
        .picture = picture_.get(), .theme = theme_.get(), .area = view_.to_scene(QRectF(rect())), .scale = view_.scale};
    request.fills = fills_.get();
    std::vector<BoxF> moved;
    if (animating()) {
      request.settled = std::clamp(static_cast<double>(move_clock_.elapsed()) / kMoveMs, 0.0, 1.0);
      moved = movedItems(request.settled);
      request.moved = &moved;
    }
    paint_picture(painter, request);
    painter.restore();
  }
  if (!animating()) paintMarks(painter);
  if (hasFocus() && keyboard_) {
    painter.setPen(QPen(theme_->accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
}

}  // namespace nw::views
