// SPDX-License-Identifier: GPL-3.0-or-later
// The picture or a part of it as a file: PNG of any size, SVG, PDF; below it what its colours and
// the names of its sizes mean.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include "common/theme.h"
#include "graph/fills.h"
#include "graph/picture.h"

namespace nw::views {

struct PictureOptions {
  double scale = 1;
  const Fills* fills = nullptr;     // colours of an overlay; null: none
  const Overlay* legend = nullptr;  // what they mean, below the picture; null: is not written
  QRectF area = {};                 // of the scene; null: all of it
};

// By the path's suffix. Empty if it was written, else why not.
QString export_picture(const Picture& picture, const Theme& theme, const QString& path,
                       const PictureOptions& options = {});
// Of the file at scale 1: the margin around the picture counts, and a legend that is wider.
double exported_width(const Picture& picture, const Theme& theme, const PictureOptions& options = {});
QByteArray picture_svg(const Picture& picture, const Theme& theme, const PictureOptions& options = {});
// For the clipboard, at most so many pixels a side.
QImage picture_image(const Picture& picture, const Theme& theme, const PictureOptions& options, int most_pixels);

}  // namespace nw::views
