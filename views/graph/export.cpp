// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/export.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>

#include "common/write_file.h"
#include "graph/painter.h"
#include "graph/png_writer.h"
#include "models/html.h"

namespace nw::views {

namespace {

constexpr double kMargin = 24;

QRectF whole(const Picture& picture) {
  return picture.bounds.adjusted(-kMargin, -kMargin, kMargin, kMargin);
}

void paint_whole(QPainter& painter, const Picture& picture, const Theme& theme, const Fills* fills) {
  PaintRequest request{
      .picture = &picture, .theme = &theme, .area = whole(picture), .scale = 1, .fills = fills, .vector = true};
  painter.fillRect(request.area, theme.canvas);
  paint_picture(painter, request);
}

// Empty if there is no memory for it.
QByteArray picture_pdf(const Picture& picture, const Theme& theme, const Fills* fills) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  const QRectF area = whole(picture);
  // A page is at most 200 inches; scene units are points.
  const double shrink = std::min({1.0, 14000 / area.width(), 14000 / area.height()});
  writer.setPageSize(QPageSize(area.size() * shrink, QPageSize::Point));
  writer.setPageMargins({});
  QPainter painter;
  if (!painter.begin(&writer)) return {};
  const double scale = writer.resolution() / 72.0 * shrink;
  painter.scale(scale, scale);
  painter.translate(-area.topLeft());
  paint_whole(painter, picture, theme, fills);
  painter.end();
  return bytes;
}

}  // namespace

double exported_width(const Picture& picture) {
  return whole(picture).width();
}

QByteArray picture_svg(const Picture& picture, const Theme& theme, const Fills* fills) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  const QRectF area = whole(picture);
  generator.setSize(area.size().toSize());
  generator.setViewBox(QRectF(QPointF(), area.size()));
  generator.setTitle(html_of(QString::fromStdString(picture.scene.graph->name)));  // Qt writes it as it is
  QPainter painter(&generator);
  painter.translate(-area.topLeft());
  paint_whole(painter, picture, theme, fills);
  painter.end();
  return QByteArray::fromStdString(terminal_text(bytes.toStdString()));  // XML does not allow control characters
}

QString export_picture(const Picture& picture, const Theme& theme, const QString& path, double scale,
                       const Fills* fills) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QStringLiteral("pdf")) return write_file(path, picture_pdf(picture, theme, fills));
  if (suffix != QStringLiteral("svg")) {
    PaintRequest request{.picture = &picture, .theme = &theme, .area = whole(picture), .scale = scale, .fills = fills};
    return write_png(request, path);
  }
  return write_file(path, picture_svg(picture, theme, fills));
}

}  // namespace nw::views
