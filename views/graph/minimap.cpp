// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "graph/canvas.h"
#include "graph/painter.h"

namespace nw::views {

namespace {
constexpr int kMapWidth = 180, kHeight = 140, kMargin = 12, kInset = 6;
}

Minimap::Minimap(Canvas* canvas) : QWidget(canvas), canvas_(canvas), theme_(Theme::load(false)) {
  setAccessibleName(tr("Overview of the graph"));
  setToolTip(tr("The whole graph. Click or drag to look elsewhere."));
  hide();
}

void Minimap::setTheme(const Theme& theme) {
  theme_ = theme;
  drawn_ = nullptr;
  refresh();
}

void Minimap::refresh() {
  const auto& picture = canvas_->picture();
  const bool useful = picture && !canvas_->view().to_scene(QRectF(canvas_->rect())).contains(picture->bounds) &&
                      canvas_->width() > 3 * kMapWidth;
  setVisible(useful);
  if (!useful) return;
  if (drawn_ != picture.get() || drawn_fills_ != canvas_->sharedFills()) draw();
  move(canvas_->width() - width() - kMargin, canvas_->height() - height() - kMargin);
  update();
}

// Scopes with the names that can be read, and rectangles beside them: edges would be noise at this size.
void Minimap::draw() {
  const Picture& picture = *canvas_->picture();
  drawn_ = &picture;
  drawn_fills_ = canvas_->sharedFills();
  scale_ =
      std::min((kMapWidth - 2.0 * kInset) / picture.bounds.width(), (kHeight - 2.0 * kInset) / picture.bounds.height());
  const QSizeF inner = picture.bounds.size() * scale_;
  resize(static_cast<int>(std::max(inner.width(), 48.0)) + 2 * kInset,
         static_cast<int>(std::max(inner.height(), 48.0)) + 2 * kInset);
  const double ratio = devicePixelRatioF();
  image_ = QImage(size() * ratio, QImage::Format_ARGB32_Premultiplied);
  image_.setDevicePixelRatio(ratio);
  image_.fill(Qt::transparent);
  QPainter painter(&image_);
  const QPointF shift((width() - inner.width()) / 2, (height() - inner.height()) / 2);
  painter.save();
  painter.translate(shift);
  painter.scale(scale_, scale_);
  painter.translate(-picture.bounds.topLeft());
  PaintRequest request{.picture = &picture, .theme = &theme_, .area = picture.bounds, .scale = scale_};
  request.fills = canvas_->fills();
  paint_scopes(painter, request);
  painter.restore();
  const size_t stride = std::max<size_t>(1, picture.items.size() / 20000);
  for (size_t i = 0; i < picture.items.size(); i += stride) {
    const SceneItem& item = picture.scene.items[i];
    if (!picture.zoom.open(item.box, scale_)) continue;
    QRectF r = picture.items[i].rect();
    r = QRectF((r.topLeft() - picture.bounds.topLeft()) * scale_ + shift, r.size() * scale_);
    r.setSize(r.size().expandedTo(QSizeF(1, 1)));
    painter.fillRect(r, item.group >= 0 ? theme_.group_lines[theme_.hue_of(item.group)] : theme_.node_border);
  }
}

void Minimap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_.border, 1));
  QColor ground = theme_.raised;
  painter.setBrush(ground);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme_.small_radius, theme_.small_radius);
  painter.drawImage(0, 0, image_);
  const auto& picture = canvas_->picture();
  if (!picture) return;
  const QSizeF inner = picture->bounds.size() * scale_;
  const QPointF shift((width() - inner.width()) / 2, (height() - inner.height()) / 2);
  const QRectF seen = canvas_->view().to_scene(QRectF(canvas_->rect()));
  QRectF frame((seen.topLeft() - picture->bounds.topLeft()) * scale_ + shift, seen.size() * scale_);
  frame = frame.intersected(QRectF(rect()).adjusted(1, 1, -1, -1));
  if (frame.height() < 3) frame.setHeight(3);
  QColor fill = theme_.accent;
  fill.setAlphaF(0.15f);
  painter.setBrush(fill);
  painter.setPen(QPen(theme_.accent, 1.5));
  painter.drawRoundedRect(frame, 2, 2);
}

void Minimap::moveTo(const QPointF& where) {
  const auto& picture = canvas_->picture();
  if (!picture) return;
  const QSizeF inner = picture->bounds.size() * scale_;
  const QPointF shift((width() - inner.width()) / 2, (height() - inner.height()) / 2);
  ViewTransform view = canvas_->view();
  const QPointF scene = picture->bounds.topLeft() + (where - shift) / scale_;
  view.origin = scene - QPointF(canvas_->width(), canvas_->height()) / 2 / view.scale;
  canvas_->setView(view);
}

void Minimap::mousePressEvent(QMouseEvent* event) {
  moveTo(event->position());
}
void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) moveTo(event->position());
}

}  // namespace nw::views
