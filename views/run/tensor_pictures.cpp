// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/tensor_pictures.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "common/theme.h"
#include "models/number_text.h"

namespace nw::views {

namespace {

constexpr int64_t kMostPixels = 4096;  // of a side; more are left out at equal distances

int shade(double value, const TensorFigures& figures) {
  if (!std::isfinite(value)) return 0;
  const double range = figures.most - figures.least;
  return range > 0 ? static_cast<int>(std::lround((value - figures.least) / range * 255)) : 128;
}

}  // namespace

bool can_be_coloured(const TensorSlice& slice) {
  return !slice.leading().empty() && slice.leading().back() == 3 && !slice.array().dtype().is_string();
}

QImage tensor_image(const TensorSlice& slice, const TensorFigures& figures, bool colour) {
  if (slice.array().size() == 0 || slice.array().dtype().is_string()) return {};
  const int64_t height = std::min(slice.rows(), kMostPixels), width = std::min(slice.columns(), kMostPixels);
  QImage image(static_cast<int>(width), static_cast<int>(height), QImage::Format_RGB32);
  TensorSlice channels[3] = {slice, slice, slice};
  if (colour)
    for (int64_t c = 0; c < 3; ++c) channels[c].setAt(slice.leading().size() - 1, c);
  for (int64_t y = 0; y < height; ++y)
    for (int64_t x = 0; x < width; ++x) {
      const int64_t row = y * slice.rows() / height, column = x * slice.columns() / width;
      int rgb[3];
      for (size_t c = 0; c < 3; ++c) rgb[c] = shade(slice.array().at(channels[c].element(row, column)), figures);
      image.setPixel(static_cast<int>(x), static_cast<int>(y), qRgb(rgb[0], rgb[1], rgb[2]));
    }
  return image;
}

ImagePicture::ImagePicture(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setAccessibleName(tr("The tensor as an image"));
}

void ImagePicture::setImage(QImage image) {
  image_ = std::move(image);
  update();
}

// As large as fits, by whole factors where it is magnified, so that each element is a square.
QRectF ImagePicture::place() const {
  if (image_.isNull()) return {};
  double scale = std::min(static_cast<double>(width() - 16) / image_.width(),
                          static_cast<double>(height() - 16) / image_.height());
  if (scale > 1) scale = std::min(std::floor(scale), 32.0);
  const QSizeF size = QSizeF(image_.size()) * std::max(scale, 0.01);
  return {QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size};
}

std::optional<QPoint> ImagePicture::elementAt(const QPointF& where) const {
  const QRectF all = place();
  if (all.isEmpty() || !all.contains(where)) return std::nullopt;
  return QPoint(
      std::min(static_cast<int>((where.x() - all.left()) / all.width() * image_.width()), image_.width() - 1),
      std::min(static_cast<int>((where.y() - all.top()) / all.height() * image_.height()), image_.height() - 1));
}

void ImagePicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (image_.isNull()) return;
  painter.drawImage(place(), image_);
  painter.setPen(palette().color(QPalette::Mid));
  painter.drawRect(place().adjusted(-1, -1, 0, 0));
}

void ImagePicture::mouseMoveEvent(QMouseEvent* event) {
  if (const auto element = elementAt(event->position())) Q_EMIT elementHovered(element->y(), element->x());
}

HistogramPicture::HistogramPicture(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("How the elements are distributed"));
}

void HistogramPicture::setFigures(std::optional<TensorFigures> figures, std::optional<TensorFigures> expected) {
  figures_ = std::move(figures);
  expected_ = std::move(expected);
  setAccessibleDescription(figures_ ? figures_->text() : QString());
  update();
}

QRectF HistogramPicture::plot() const {
  return QRectF(rect()).adjusted(12, 8, -12, -(fontMetrics().height() + 10));
}

void HistogramPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (!figures_ || figures_->bins.empty()) return;
  const QRectF all = plot();
  const double low =
      expected_ && !expected_->bins.empty() ? std::min(figures_->least, expected_->least) : figures_->least;
  double high = expected_ && !expected_->bins.empty() ? std::max(figures_->most, expected_->most) : figures_->most;
  if (high <= low) high = low + 1;
  int64_t most = 1;
  for (const auto* each : {&figures_, &expected_})
    if (*each)
      for (const int64_t count : (*each)->bins) most = std::max(most, count);
  const auto rect_of = [&](const TensorFigures& figures, size_t bin) {
    const double bins = static_cast<double>(figures.bins.size());
    const double range = figures.most > figures.least ? figures.most - figures.least : high - low;
    const double from = figures.least + range * static_cast<double>(bin) / bins, width = range / bins;
    const double tall = all.height() * static_cast<double>(figures.bins[bin]) / static_cast<double>(most);
    return QRectF(all.left() + (from - low) / (high - low) * all.width(), all.bottom() - tall,
                  std::max(1.0, width / (high - low) * all.width() - 1), tall);
  };
  for (size_t bin = 0; bin < figures_->bins.size(); ++bin)
    painter.fillRect(rect_of(*figures_, bin), palette().color(QPalette::Highlight));
  if (expected_ && !expected_->bins.empty()) {
    QPolygonF line;
    for (size_t bin = 0; bin < expected_->bins.size(); ++bin) {
      const QRectF bar = rect_of(*expected_, bin);
      line << bar.topLeft() << bar.topRight();
    }
    painter.setPen(QPen(palette().color(QPalette::Text), 1.5, Qt::DashLine));
    painter.drawPolyline(line);
  }
  painter.setPen(palette().color(QPalette::Text));
  painter.drawLine(all.bottomLeft(), all.bottomRight());
  const QRectF scale(all.left(), all.bottom() + 4, all.width(), fontMetrics().height());
  painter.drawText(scale, Qt::AlignLeft, QString::number(low, 'g', 4));
  painter.drawText(scale, Qt::AlignRight, QString::number(high, 'g', 4));
}

bool HistogramPicture::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !figures_ || figures_->bins.empty()) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QRectF all = plot();
  if (!all.contains(help->pos()) || (expected_ && !expected_->bins.empty())) return true;
  const size_t bins = figures_->bins.size();
  const auto bin =
      std::min(static_cast<size_t>((help->pos().x() - all.left()) / all.width() * static_cast<double>(bins)), bins - 1);
  const double width = (figures_->most - figures_->least) / static_cast<double>(bins);
  const double from = figures_->least + width * static_cast<double>(bin);
  QToolTip::showText(help->globalPos(), tr("%1 elements from %2 to %3")
                                            .arg(grouped_text(figures_->bins[bin]))
                                            .arg(from, 0, 'g', 4)
                                            .arg(from + width, 0, 'g', 4));
  return true;
}

}  // namespace nw::views
