// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor as a picture: the slice as an image, and how its elements are distributed.
#pragma once

#include <QImage>
#include <QWidget>
#include <optional>

#include "models/tensor_slice.h"

namespace nw::views {

// A pixel an element, from the least (dark) to the most (light) of the whole tensor; three channels before the last two
// axes are red, green and blue where `colour` asks for it.
QImage tensor_image(const TensorSlice& slice, const TensorFigures& figures, bool colour);
bool can_be_coloured(const TensorSlice& slice);

class ImagePicture : public QWidget {
  Q_OBJECT

 public:
  explicit ImagePicture(QWidget* parent = nullptr);
  void setImage(QImage image);
  const QImage& image() const { return image_; }
  // The element under a point of the widget, as row and column.
  std::optional<QPoint> elementAt(const QPointF& where) const;

 Q_SIGNALS:
  void elementHovered(int row, int column);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRectF place() const;
  QImage image_;
};

class HistogramPicture : public QWidget {
  Q_OBJECT

 public:
  explicit HistogramPicture(QWidget* parent = nullptr);
  // Of the value, and of what is expected, drawn as a line over it.
  void setFigures(std::optional<TensorFigures> figures, std::optional<TensorFigures> expected = {});

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF plot() const;
  std::optional<TensorFigures> figures_, expected_;
};

}  // namespace nw::views
