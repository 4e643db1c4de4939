// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/tiles.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "graph/painter.h"

namespace nw::views {

namespace {
constexpr int kOverview = 1024;
const QPoint kOverviewTile(-1000000, -1000000);
}  // namespace

Tiles::Tiles(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(std::clamp(QThread::idealThreadCount() - 1, 1, 4));
}

Tiles::~Tiles() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
    orders_.clear();
  }
  pool_.waitForDone();
}

void Tiles::reset(std::shared_ptr<const Picture> picture, std::shared_ptr<const Theme> theme,
                  std::shared_ptr<const Fills> fills) {
  {
    std::lock_guard lock(mutex_);
    ++version_;
    orders_.clear();
    picture_ = std::move(picture);
    theme_ = std::move(theme);
    fills_ = std::move(fills);
  }
  now_ = {};
  before_ = {};
  overview_ = {};
}

bool Tiles::pending() const {
  std::lock_guard lock(mutex_);
  return working_ > 0 || !orders_.empty();
}

bool Tiles::draw(QPainter& painter, const QPointF& origin, double scale, const QSize& device_size,
                 double device_ratio) {
  if (!picture_) return true;
  if (scale != now_.scale) {
    if (now_.tiles.size() >= before_.tiles.size() / 2) before_ = std::move(now_);
    now_ = Level{scale, {}};
  }
  const QPointF corner(std::round(origin.x() * scale), std::round(origin.y() * scale));  // in device pixels
  const QRect view(corner.toPoint(), device_size);
  auto tile_of = [](int v) { return v >= 0 ? v / kSize : (v - kSize + 1) / kSize; };
  std::vector<std::pair<double, QPoint>> missing;
  painter.save();
  for (int y = tile_of(view.top()); y <= tile_of(view.bottom()); ++y) {
    for (int x = tile_of(view.left()); x <= tile_of(view.right()); ++x) {
      const QPoint at(x, y);
      const QPointF place = QPointF(at * kSize) - corner;
      const QRectF area(place / device_ratio, QSizeF(kSize, kSize) / device_ratio);
      if (auto tile = now_.tiles.find(at); tile != now_.tiles.end()) {
        tile->used = ++clock_;
        painter.drawImage(area.topLeft(), tile->image);
        continue;
      }
      draw_stand_in(painter, before_, origin, scale, area, device_ratio);
      const QPointF d = QPointF(at * kSize) + QPointF(kSize / 2.0, kSize / 2.0) - QPointF(view.center());
      missing.emplace_back(d.x() * d.x() + d.y() * d.y(), at);
    }
  }
  painter.restore();
  drop_oldest();
  std::sort(missing.begin(), missing.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  {
    std::lock_guard lock(mutex_);
    orders_.clear();
    for (const auto& [distance, at] : missing) orders_.push_back({scale, at, version_});
    if (overview_.isNull()) orders_.push_back({0, kOverviewTile, version_});
    const int threads = std::min<int>(pool_.maxThreadCount(), static_cast<int>(orders_.size()));
    for (; working_ < threads; ++working_) pool_.start([this] { work(); });
  }
  return missing.empty();
}

// Paints the hole from the overview, then from the tiles of the scale before.
void Tiles::draw_stand_in(QPainter& painter, const Level& level, const QPointF& origin, double scale,
                          const QRectF& hole, double ratio) const {
  painter.save();
  painter.setClipRect(hole);
  painter.fillRect(hole, theme_->canvas);
  auto place = [&](const QRectF& scene) {
    return QRectF((scene.topLeft() - origin) * scale / ratio, scene.size() * scale / ratio);
  };
  if (!overview_.isNull()) {
    const QRectF target = place(QRectF(picture_->bounds.topLeft(), QSizeF(overview_.size()) / overview_scale_));
    if (target.intersects(hole)) painter.drawImage(target, overview_);
  }
  if (level.scale > 0) {
    const double side = kSize / level.scale;
    const QRectF wanted(origin + hole.topLeft() * ratio / scale, hole.size() * ratio / scale);
    for (int y = static_cast<int>(std::floor(wanted.top() / side));
         y <= static_cast<int>(std::floor(wanted.bottom() / side)); ++y) {
      for (int x = static_cast<int>(std::floor(wanted.left() / side));
           x <= static_cast<int>(std::floor(wanted.right() / side)); ++x) {
        auto tile = level.tiles.find(QPoint(x, y));
        if (tile != level.tiles.end()) painter.drawImage(place(QRectF(x * side, y * side, side, side)), tile->image);
        if (static_cast<double>(y - std::floor(wanted.top() / side)) > 64) break;
      }
      if (static_cast<double>(y) - std::floor(wanted.top() / side) > 64) break;
    }
  }
  painter.restore();
}

void Tiles::drop_oldest() {
  if (now_.tiles.size() <= kKept) return;
  std::vector<quint64> uses;
  for (const Tile& tile : now_.tiles) uses.push_back(tile.used);
  auto middle = uses.begin() + static_cast<std::ptrdiff_t>(uses.size() / 4);
  std::nth_element(uses.begin(), middle, uses.end());
  const quint64 limit = *middle;
  for (auto it = now_.tiles.begin(); it != now_.tiles.end();)
    it = it->used <= limit ? now_.tiles.erase(it) : std::next(it);
}

// ── on a worker thread ───────────────────────────────────────────────────────────────────────────────────────────

void Tiles::work() {
  while (true) {
    Order order;
    std::shared_ptr<const Picture> picture;
    std::shared_ptr<const Theme> theme;
    std::shared_ptr<const Fills> fills;
    {
      std::lock_guard lock(mutex_);
      if (quit_ || orders_.empty()) {
        --working_;
        break;
      }
      order = orders_.back();
      orders_.pop_back();
      picture = picture_;
      theme = theme_;
      fills = fills_;
    }
    QImage image = render(order, *picture, *theme, fills.get());
    QMetaObject::invokeMethod(
        this, [this, order, image = std::move(image)] { deliver(order, image); }, Qt::QueuedConnection);
  }
}

QImage Tiles::render(const Order& order, const Picture& picture, const Theme& theme, const Fills* fills) const {
  PaintRequest request;
  request.picture = &picture;
  request.theme = &theme;
  request.fills = fills;
  QSize size(kSize, kSize);
  if (order.at == kOverviewTile) {
    request.scale = std::min(1.0, kOverview / std::max(1.0, std::max(picture.bounds.width(), picture.bounds.height())));
    size = (picture.bounds.size() * request.scale).toSize().expandedTo(QSize(1, 1));
    request.area = picture.bounds;
  } else {
    request.scale = order.scale;
    request.area = QRectF(QPointF(order.at * kSize) / order.scale, QSizeF(kSize, kSize) / order.scale);
  }
  QImage image(size, QImage::Format_RGB32);
  image.fill(theme.canvas);
  QPainter painter(&image);
  painter.scale(request.scale, request.scale);
  painter.translate(-request.area.topLeft());
  paint_picture(painter, request);
  return image;
}

void Tiles::deliver(const Order& order, const QImage& image) {
  {
    std::lock_guard lock(mutex_);
    if (order.version != version_) return;
  }
  if (order.at == kOverviewTile) {
    overview_ = image;
    overview_scale_ = image.width() / std::max(1.0, picture_->bounds.width());
  } else if (order.scale == now_.scale) {
    now_.tiles.insert(order.at, {image, ++clock_});
  }
  Q_EMIT ready();
}

}  // namespace nw::views
