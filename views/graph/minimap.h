// SPDX-License-Identifier: GPL-3.0-or-later
// The whole picture, small, with a frame around what the canvas shows. Painted once a picture, not once a frame.
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>

#include "common/theme.h"
#include "graph/fills.h"

namespace nw::views {

class Canvas;

class Minimap : public QWidget {
  Q_OBJECT

 public:
  explicit Minimap(Canvas* canvas);
  void setTheme(const Theme& theme);
  void refresh();  // another picture, other colours, or the view moved

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void draw();
  void moveTo(const QPointF& where);

  Canvas* canvas_;
  Theme theme_;
  QImage image_;
  const void* drawn_ = nullptr;  // the picture that image_ shows
  std::shared_ptr<const Fills> drawn_fills_;
  double scale_ = 1;
};

}  // namespace nw::views
