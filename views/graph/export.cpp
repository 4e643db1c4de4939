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
#include "graph/picture_keys.h"
#include "graph/png_writer.h"
#include "graph/size_legend.h"
#include "models/html.h"

namespace nw::views {

namespace {

constexpr double kMargin = 24;

PaintRequest request_for(const Picture& picture, const Theme& theme, const PictureOptions& options) {
  PaintRequest request{.picture = &picture, .theme = &theme, .scale = options.scale, .fills = options.fills};
  request.around = kMargin * options.scale;
  request.area = (options.area.isNull() ? picture.bounds : options.area).adjusted(-kMargin, -kMargin, kMargin, kMargin);
  request.legend = options.legend;
  request.sizes = size_lines(picture, request.area, options.scale);
  request.keys_at = request.area.bottomLeft() + QPointF(kMargin, 0);
  const QSizeF size = keys_size(request);
  if (size.isEmpty()) return request;
  request.area.setHeight(request.area.height() + size.height() + kMargin);
  request.area.setWidth(std::max(request.area.width(), size.width() + 2 * kMargin));
  return request;
}

// `painter` maps scene units already.
void paint_request(QPainter& painter, PaintRequest request) {
  request.scale = 1;
  request.vector = true;
  painter.fillRect(request.area, request.theme->canvas);
  painter.setClipRect(request.area);
  paint_picture(painter, request);
  paint_keys(painter, request);
}

// Empty if there is no memory for it.
QByteArray picture_pdf(const PaintRequest& request) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  const QRectF& area = request.area;
  // A page is at most 200 inches; scene units are points.
  const double shrink = std::min({1.0, 14000 / area.width(), 14000 / area.height()});
  writer.setPageSize(QPageSize(area.size() * shrink, QPageSize::Point));
  writer.setPageMargins({});
  QPainter painter;
  if (!painter.begin(&writer)) return {};
  const double scale = writer.resolution() / 72.0 * shrink;
  painter.scale(scale, scale);
  painter.translate(-area.topLeft());
  paint_request(painter, request);
  painter.end();
  return bytes;
}

}  // namespace

double exported_width(const Picture& picture, const Theme& theme, const PictureOptions& options) {
  return request_for(picture, theme, options).area.width();
}

QImage picture_image(const Picture& picture, const Theme& theme, const PictureOptions& options, int most_pixels) {
  PaintRequest request = request_for(picture, theme, options);
  const double longest = std::max({1.0, request.area.width(), request.area.height()});
  request.scale = std::min(request.scale, most_pixels / longest);
  request.around = kMargin * request.scale;
  QImage image((request.area.size() * request.scale).toSize().expandedTo(QSize(1, 1)), QImage::Format_RGB32);
  image.fill(theme.canvas);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(request.scale, request.scale);
  painter.translate(-request.area.topLeft());
  paint_picture(painter, request);
  paint_keys(painter, request);
  return image;
}

QByteArray picture_svg(const Picture& picture, const Theme& theme, const PictureOptions& options) {
  const PaintRequest request = request_for(picture, theme, options);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  const QRectF& area = request.area;
  generator.setSize(area.size().toSize());
  generator.setViewBox(QRectF(QPointF(), area.size()));
  generator.setTitle(html_of(QString::fromStdString(picture.scene.graph->name)));  // Qt writes it as it is
  QPainter painter(&generator);
  painter.translate(-area.topLeft());
  paint_request(painter, request);
  painter.end();
  return QByteArray::fromStdString(terminal_text(bytes.toStdString()));  // XML does not allow control characters
}

QString export_picture(const Picture& picture, const Theme& theme, const QString& path, const PictureOptions& options) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QStringLiteral("pdf")) return write_file(path, picture_pdf(request_for(picture, theme, options)));
  if (suffix != QStringLiteral("svg")) return write_png(request_for(picture, theme, options), path);
  return write_file(path, picture_svg(picture, theme, options));
}

}  // namespace nw::views
