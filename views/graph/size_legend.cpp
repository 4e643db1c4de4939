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
  QStringList lines;
  if (picture && picture->scene.tree && !picture->scene.tree->sizes.all().empty() &&
      canvas_.view().scale >= detail_at::kAll) {
    const Scene& scene = picture->scene;
    std::set<size_t> used;
    picture->item_index.query(canvas_.view().to_scene(QRectF(canvas_.rect())), [&](int32_t i) {
      const NodeId node = scene.items[static_cast<size_t>(i)].node;
      if (!node.valid()) return;
      for (const size_t name : scene.tree->sizes.used_by(scene.graph->node(node).type)) used.insert(name);
    });
    for (const size_t name : used) {
      if (static_cast<size_t>(lines.size()) == kMaxLines) {
        lines << tr("and %n more", nullptr, static_cast<int>(used.size() - kMaxLines));
        break;
      }
      const SizeName& size = scene.tree->sizes.all()[name];
      const bool cut = size.expression.size() > kMaxExpression;
      lines << size.name + QStringLiteral(" = ") +
                   (cut ? size.expression.left(kMaxExpression - 1) + QChar(0x2026) : size.expression);
    }
  }
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
