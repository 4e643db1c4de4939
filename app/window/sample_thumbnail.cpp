// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/sample_thumbnail.h"

#include <QFile>
#include <QPainter>
#include <QTemporaryDir>
#include <algorithm>

#include "common/text.h"
#include "graph/painter.h"
#include "graph/picture.h"
#include "layout/layout.h"
#include "workspace/document.h"

namespace nw::window {

using namespace nw::views;

namespace {

constexpr int kMargin = 3;

void paint_graph(QPainter& painter, std::shared_ptr<const graph::Graph> graph, const Theme& theme, const QSize& size) {
  auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
  const auto picture = make_picture(build_scene(graph, nullptr, tree, expand_all(*tree)), theme.words,
                                    [](const layout::Input& input, const layout::Options& options,
                                       const CancelToken& cancel) { return layout::layout(input, options, cancel); },
                                    {}, nullptr, {.wrap = true});
  if (!picture) return;
  const QSizeF room = QSizeF(size) - QSizeF(2 * kMargin, 2 * kMargin);
  const double scale =
      std::min({room.width() / picture->bounds.width(), room.height() / picture->bounds.height(), 1.0});
  painter.translate(QPointF(size.width(), size.height()) / 2);
  painter.scale(scale, scale);
  painter.translate(-picture->bounds.center());
  paint_picture(painter, {.picture = picture.get(), .theme = &theme, .area = picture->bounds, .scale = scale});
}

// A line of the text is a row of strokes, each as long as its word.
void paint_lines(QPainter& painter, const QString& text, const Theme& theme, const QSize& size) {
  constexpr double kLetter = 1.3, kRow = 3.2, kStroke = 1.6;
  double y = kMargin + 1;
  painter.setPen(Qt::NoPen);
  for (const QString& line : text.split(QLatin1Char('\n'))) {
    if (y + kRow > size.height() - kMargin) break;
    if (line.startsWith(QStringLiteral("import")) || line.startsWith(QStringLiteral("from"))) continue;
    const bool comment = line.trimmed().startsWith(QLatin1Char('#'));
    for (qsizetype at = 0; at < line.size();) {
      qsizetype end = at;
      while (end < line.size() && !line[end].isSpace()) ++end;
      const double left = kMargin + 1 + static_cast<double>(at) * kLetter;
      const double width = std::min(static_cast<double>(end - at) * kLetter, size.width() - kMargin - left);
      if (end > at && width > 0) {
        painter.setBrush(comment ? theme.dim : line[at].isDigit() ? theme.number : at == 0 ? theme.accent : theme.text);
        painter.drawRect(QRectF(left, y, width, kStroke));
      }
      at = std::max(end, at + 1);
      if (end > at) at = end;
    }
    y += kRow;
  }
}

}  // namespace

QImage sample_thumbnail(const QString& resource, const Theme& theme, const QSize& size, double device_ratio) {
  QFile from(resource);
  if (!from.open(QIODevice::ReadOnly)) return {};
  const QByteArray bytes = from.readAll();
  QImage image(size * device_ratio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(device_ratio);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.border, 1));
  painter.setBrush(theme.canvas);
  painter.drawRoundedRect(QRectF(QPointF(), QSizeF(size)).adjusted(0.5, 0.5, -0.5, -0.5), theme.small_radius,
                          theme.small_radius);
  if (resource.endsWith(QStringLiteral(".py"))) {
    paint_lines(painter, QString::fromUtf8(bytes), theme, size);
    return image;
  }
  const QTemporaryDir folder;  // models are read from files
  const QString path = folder.filePath(resource.section(QLatin1Char('/'), -1));
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) return {};
  file.close();
  const workspace::Opened opened = workspace::open(ss(path));
  if (!opened.model || opened.model->snapshots.empty()) return {};
  paint_graph(painter, opened.model->snapshots.back().graph, theme, size);
  return image;
}

}  // namespace nw::window
