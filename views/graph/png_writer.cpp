// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/png_writer.h"

#include <png.h>

#include <QCoreApplication>
#include <QImage>
#include <algorithm>
#include <cmath>

#include "common/text.h"
#include "common/write_file.h"
#include "graph/picture_keys.h"

namespace nw::views {

namespace {

constexpr int kTile = 1024;
constexpr double kLargest = 1'000'000;  // pixels a side: what readers of PNG accept

void write_bytes(png_structp png, png_bytep bytes, png_size_t count) {
  auto* file = static_cast<AtomicFile*>(png_get_io_ptr(png));
  if (!file->write({reinterpret_cast<const char*>(bytes), count})) png_error(png, "not written");
}
void flush_bytes(png_structp) {}

// Paints the rows from `top` on: a band as wide as the picture, made of tiles that a painter can reach.
void paint_band(const PaintRequest& request, int top, QSize whole, std::vector<png_byte>& band) {
  const int height = std::min(kTile, whole.height() - top);
  for (int left = 0; left < whole.width(); left += kTile) {
    const int width = std::min(kTile, whole.width() - left);
    QImage tile(width, height, QImage::Format_RGB888);
    tile.fill(request.theme->canvas);
    QPainter painter(&tile);
    painter.translate(-left, -top);
    painter.scale(request.scale, request.scale);
    painter.translate(-request.area.topLeft());
    PaintRequest part = request;
    part.area =
        QRectF(request.area.topLeft() + QPointF(left, top) / request.scale, QSizeF(width, height) / request.scale);
    paint_picture(painter, part);
    paint_keys(painter, request);
    painter.end();
    for (int y = 0; y < height; ++y)
      std::copy_n(
          tile.constScanLine(y), 3 * static_cast<size_t>(width),
          band.data() + 3 * (static_cast<size_t>(y) * static_cast<size_t>(whole.width()) + static_cast<size_t>(left)));
  }
}

// libpng leaves by longjmp where it fails, so nothing here needs to be cleaned up.
bool write_bands(png_structp png, png_infop info, const PaintRequest& request, QSize whole,
                 std::vector<png_byte>& band) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_IHDR(png, info, static_cast<png_uint_32>(whole.width()), static_cast<png_uint_32>(whole.height()), 8,
               PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, 3);
  png_write_info(png, info);
  for (int top = 0; top < whole.height(); top += kTile) {
    paint_band(request, top, whole, band);
    for (int y = 0; y < std::min(kTile, whole.height() - top); ++y)
      png_write_row(png, band.data() + 3 * static_cast<size_t>(y) * static_cast<size_t>(whole.width()));
  }
  png_write_end(png, nullptr);
  return true;
}

}  // namespace

QString write_png(const PaintRequest& wanted, const QString& path) {
  PaintRequest request = wanted;
  request.scale = std::min(
      {request.scale, kLargest / std::max(1.0, request.area.width()), kLargest / std::max(1.0, request.area.height())});
  const QSize whole = (request.area.size() * request.scale).toSize().expandedTo(QSize(1, 1));
  AtomicFile file(ss(path));
  if (!file.write({})) return commit_file(file);
  std::vector<png_byte> band(3 * static_cast<size_t>(whole.width()) * kTile);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  bool written = false;
  if (info) {
    png_set_write_fn(png, &file, write_bytes, flush_bytes);
    png_set_user_limits(png, static_cast<png_uint_32>(kLargest), static_cast<png_uint_32>(kLargest));
    written = write_bands(png, info, request, whole, band);
  }
  png_destroy_write_struct(&png, &info);
  return written || !file.write({}) ? commit_file(file)
                                    : QCoreApplication::translate("Export", "%1 cannot be encoded as PNG").arg(path);
}

}  // namespace nw::views
