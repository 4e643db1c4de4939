// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "graph/painter.h"

namespace nw::views {

namespace {

constexpr double kMargin = 24;

QString tr(const char* text) {
  return QCoreApplication::translate("Export", text);
}

QRectF whole(const Picture& picture) {
  return picture.bounds.adjusted(-kMargin, -kMargin, kMargin, kMargin);
}

void paint_whole(QPainter& painter, const Picture& picture, const Theme& theme, double scale, bool vector) {
  PaintRequest request{.picture = &picture, .theme = &theme, .area = whole(picture), .scale = scale, .vector = vector};
  request.scale = vector ? std::max(scale, 1.0) : scale;
  painter.fillRect(request.area, theme.canvas);
  paint_picture(painter, request);
}

QString write_png(const Picture& picture, const Theme& theme, const QString& path, double scale) {
  constexpr double kLargest = 32000, kPixels = 400e6;
  const QRectF area = whole(picture);
  scale = std::min(
      {scale, kLargest / area.width(), kLargest / area.height(), std::sqrt(kPixels / (area.width() * area.height()))});
  QImage image((area.size() * scale).toSize().expandedTo(QSize(1, 1)), QImage::Format_RGB32);
  if (image.isNull()) return tr("there is not enough memory for this picture");
  QPainter painter(&image);
  painter.scale(scale, scale);
  painter.translate(-area.topLeft());
  paint_whole(painter, picture, theme, scale, false);
  painter.end();
  return image.save(path) ? QString() : tr("%1 cannot be written").arg(path);
}

QString write_pdf(const Picture& picture, const Theme& theme, const QString& path) {
  QPdfWriter writer(path);
  const QRectF area = whole(picture);
  // A page is at most 200 inches; scene units are points.
  const double shrink = std::min({1.0, 14000 / area.width(), 14000 / area.height()});
  writer.setPageSize(QPageSize(area.size() * shrink, QPageSize::Point));
  writer.setPageMargins({});
  QPainter painter;
  if (!painter.begin(&writer)) return tr("%1 cannot be written").arg(path);
  const double scale = writer.resolution() / 72.0 * shrink;
  painter.scale(scale, scale);
  painter.translate(-area.topLeft());
  paint_whole(painter, picture, theme, 1, true);
  return {};
}

}  // namespace

QByteArray picture_svg(const Picture& picture, const Theme& theme) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  const QRectF area = whole(picture);
  generator.setSize(area.size().toSize());
  generator.setViewBox(QRectF(QPointF(), area.size()));
  generator.setTitle(QString::fromStdString(picture.scene.graph->name));
  QPainter painter(&generator);
  painter.translate(-area.topLeft());
  paint_whole(painter, picture, theme, 1, true);
  painter.end();
  return bytes;
}

QString export_picture(const Picture& picture, const Theme& theme, const QString& path, double scale) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QStringLiteral("pdf")) return write_pdf(picture, theme, path);
  if (suffix != QStringLiteral("svg")) return write_png(picture, theme, path, scale);
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(picture_svg(picture, theme)) < 0 || !file.commit())
    return tr("%1 cannot be written").arg(path);
  return {};
}

}  // namespace nw::views
