// SPDX-License-Identifier: GPL-3.0-or-later
// Cached tiles of a large picture, painted on worker threads. While the tiles of a scale are painted, those of the
// previous scale are shown instead, so that the canvas never waits.
#pragma once

#include <QHash>
#include <QImage>
#include <QObject>
#include <QRegion>
#include <QThreadPool>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "common/theme.h"
#include "graph/fills.h"
#include "graph/picture.h"

namespace nw::views {

class Tiles : public QObject {
  Q_OBJECT

 public:
  explicit Tiles(QObject* parent = nullptr);
  ~Tiles() override;

  void reset(std::shared_ptr<const Picture> picture, std::shared_ptr<const Theme> theme,
             std::shared_ptr<const Fills> fills = nullptr);
  // Draws what is ready of the view: scene point `origin` at its top left, `scale` device pixels a scene unit. Asks for
  // the rest. True if nothing is missing.
  bool draw(QPainter& painter, const QPointF& origin, double scale, const QSize& device_size, double device_ratio);
  bool pending() const;

 Q_SIGNALS:
  void ready();

 private:
  static constexpr int kSize = 512;
  static constexpr qsizetype kKept = 192;  // tiles of a megabyte each

  struct Tile {
    QImage image;
    quint64 used = 0;
  };
  struct Level {
    double scale = 0;
    QHash<QPoint, Tile> tiles;
  };
  struct Order {
    double scale = 0;
    QPoint at;
    quint64 version = 0;
  };

  void work();
  QImage render(const Order& order, const Picture& picture, const Theme& theme, const Fills* fills) const;
  void deliver(const Order& order, const QImage& image);
  void draw_stand_in(QPainter& painter, const Level& level, const QPointF& origin, double scale, const QRectF& hole,
                     double device_ratio) const;
  void order_overview();
  void drop_oldest();

  std::shared_ptr<const Picture> picture_;
  std::shared_ptr<const Theme> theme_;
  std::shared_ptr<const Fills> fills_;
  Level now_, before_;
  QImage overview_;
  double overview_scale_ = 0;
  quint64 clock_ = 0;

  mutable std::mutex mutex_;   // guards what follows
  std::vector<Order> orders_;  // the next last
  int working_ = 0;
  quint64 version_ = 0;
  bool quit_ = false;
  QThreadPool pool_;
};

}  // namespace nw::views
