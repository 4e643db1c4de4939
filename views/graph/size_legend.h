// SPDX-License-Identifier: GPL-3.0-or-later
// What the short names of sizes in view stand for: "n = min(100, nms_count)", a line each.
#pragma once

#include <QLabel>
#include <QTimer>

#include "common/theme.h"
#include "graph/canvas.h"

namespace nw::views {

// Of a part of a picture at a scale; no more lines than fit beside it.
QStringList size_lines(const Picture& picture, const QRectF& area, double scale);

class SizeLegend : public QLabel {
  Q_OBJECT

 public:
  // Over `canvas`, whose picture and view it follows.
  explicit SizeLegend(Canvas& canvas);
  void setTheme(const Theme& theme);
  void follow();  // soon: the view may be moving

 Q_SIGNALS:
  void resized();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void refresh();

  Canvas& canvas_;
  Theme theme_;
  QTimer later_;
};

}  // namespace nw::views
