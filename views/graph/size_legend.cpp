// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/size_legend.h"

#include <QPainter>
#include <algorithm>
#include <set>

#include "graph/painter.h"
#include "graph/picture.h"

namespace nw::views {

namespace {
constexpr size_t kMaxLines = 8;
constexpr qsizetype kMaxExpression = 48;  // characters
constexpr int kBorder = 8, kAfter = 120;  // milliseconds without a movement
}  // namespace

QStringList size_lines(const Picture& picture, const QRectF& area, double scale) {
  QStringList lines;
  const Scene& scene = picture.scene;
  if (!scene.tree || scene.tree->sizes.all().empty()) return lines;
  std::set<size_t> used;
  const auto use = [&](NodeId node) {
    if (!node.valid()) return;
    for (const size_t name : scene.tree->sizes.used_by(scene.graph->node(node).type)) used.insert(name);
  };
  const auto output_of = [&](int32_t scope) { return scene.tree->scopes[static_cast<size_t>(scope)].output; };
  picture.item_index.query(area, [&](int32_t i) {
    const SceneItem& item = scene.items[static_cast<size_t>(i)];
    if (!picture.zoom.open(item.box, scale) || !picture.zoom.labelled(i, scale)) return;
    if (!item.node.valid()) return use(output_of(item.scope));
    if (scale >= detail_at::kAll) use(item.node);
  });
  for (size_t b = 0; b < picture.boxes.size(); ++b)  // scopes that are drawn closed have their outputs' shapes
    if (picture.zoom.closed(static_cast<int32_t>(b), scale) && picture.boxes[b].meets(area))
      use(output_of(scene.boxes[b].scope));
  for (const size_t name : used) {
    if (static_cast<size_t>(lines.size()) == kMaxLines) {
      lines << SizeLegend::tr("and %n more", nullptr, static_cast<int>(used.size() - kMaxLines));
      break;
    }
    const SizeName& size = scene.tree->sizes.all()[name];
    const bool cut = size.expression.size() > kMaxExpression;
    lines << size.name + QStringLiteral(" = ") +
                 (cut ? size.expression.left(kMaxExpression - 1) + QChar(0x2026) : size.expression);
  }
  return lines;
}

SizeLegend::SizeLegend(Canvas& canvas) : QLabel(&canvas), canvas_(canvas), theme_(Theme::load(false)) {
  setObjectName(QStringLiteral("sizeLegend"));
  setAccessibleName(tr("Names of sizes"));
  setTextFormat(Qt::PlainText);
  setContentsMargins(kBorder, kBorder, kBorder, kBorder);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
  later_.setSingleShot(true);
  later_.setInterval(kAfter);
  connect(&later_, &QTimer::timeout, this, &SizeLegend::refresh);
  connect(&canvas_, &Canvas::viewChanged, this, &SizeLegend::follow);
  connect(&canvas_, &Canvas::viewFitted, this, &SizeLegend::refresh);
}

void SizeLegend::setTheme(const Theme& theme) {
  theme_ = theme;
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, theme.text);
  setPalette(colours);
  QFont font = theme.code;
  font.setPixelSize(11);
  setFont(font);
}

void SizeLegend::follow() {
  later_.start();
}

void SizeLegend::refresh() {
  const auto picture = canvas_.picture();
  const QRectF seen = canvas_.view().to_scene(QRectF(canvas_.rect()));
  const QStringList lines = picture ? size_lines(*picture, seen, canvas_.view().scale) : QStringList();
  const QString text = lines.join(QLatin1Char('\n'));
  if (text == this->text() && isVisible() != text.isEmpty()) return;
  setText(text);
  setVisible(!text.isEmpty());
  adjustSize();
  Q_EMIT resized();
}

void SizeLegend::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_.border, 1));
  painter.setBrush(theme_.raised);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme_.small_radius, theme_.small_radius);
  painter.end();
  QLabel::paintEvent(event);
}

}  // namespace nw::views
