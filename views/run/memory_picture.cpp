// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/memory_picture.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>

#include "common/theme.h"
#include "models/node_text.h"

namespace nw::views {

namespace {

const Theme& theme_of(const QPalette& palette) {
  static const Theme light = Theme::load(false), dark = Theme::load(true);
  return palette.color(QPalette::Base).lightness() < 128 ? dark : light;
}

QString bytes(double count) {
  return bytes_text(count);
}

// 1, 2 or 5 times a power of ten, at most `most` of which fit into `range`.
double step_of(double range, double most) {
  const double least = range / std::max(most, 1.0);
  const double power = std::pow(10, std::floor(std::log10(std::max(least, 1e-9))));
  for (const double factor : {1.0, 2.0, 5.0})
    if (power * factor >= least) return power * factor;
  return power * 10;
}

}  // namespace

MemoryPicture::MemoryPicture(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Memory plan"));
}

void MemoryPicture::setChart(std::shared_ptr<const MemoryChart> chart) {
  chart_ = std::move(chart);
  current_.reset();
  hovered_.reset();
  setAccessibleDescription(chart_ ? chart_->summary() : QString());
  update();
}

void MemoryPicture::setCurrent(std::optional<size_t> block) {
  current_ = block;
  setAccessibleDescription(!chart_ ? QString() : block ? chart_->describe(*block) : chart_->summary());
  update();
}

QRectF MemoryPicture::plot() const {
  const QFontMetrics metrics = fontMetrics();
  const int left = metrics.horizontalAdvance(QStringLiteral("000.0 MB")) + 12;
  return QRectF(rect()).adjusted(left, 8, -12, -(metrics.height() + 10));
}

QRectF MemoryPicture::blockRect(size_t index) const {
  const QRectF all = plot();
  const MemoryChart::Block& block = chart_->blocks[index];
  const double across = all.width() / static_cast<double>(chart_->steps);
  const double down = all.height() / static_cast<double>(std::max<int64_t>(chart_->arena, 1));
  const size_t last = std::min(block.last, chart_->steps - 1);
  return {all.left() + across * static_cast<double>(block.first), all.top() + down * static_cast<double>(block.offset),
          std::max(1.0, across * static_cast<double>(last + 1 - block.first)),
          std::max(1.0, down * static_cast<double>(block.bytes))};
}

std::optional<size_t> MemoryPicture::blockAt(const QPointF& where) const {
  constexpr double kReach = 3;  // pixels: a small block is a line, which nobody hits exactly
  const QRectF all = plot();
  if (!chart_ || chart_->steps == 0 || !all.adjusted(-kReach, -kReach, kReach, kReach).contains(where))
    return std::nullopt;
  const double step = (where.x() - all.left()) / all.width() * static_cast<double>(chart_->steps);
  const double address = (where.y() - all.top()) / all.height() * static_cast<double>(chart_->arena);
  if (all.contains(where))
    if (const auto block = chart_->at(static_cast<size_t>(step), static_cast<int64_t>(address))) return block;
  for (size_t i = chart_->blocks.size(); i-- > 0;)
    if (blockRect(i).adjusted(-kReach, -kReach, kReach, kReach).contains(where)) return i;
  return std::nullopt;
}

void MemoryPicture::paintAxes(QPainter& painter, const QRectF& all) const {
  const Theme& theme = theme_of(palette());
  const QFontMetrics metrics = fontMetrics();
  const auto arena = static_cast<double>(std::max<int64_t>(chart_->arena, 1));
  // Powers of two, as sizes are written: 16 KiB, not 19.5.
  const double every =
      std::exp2(std::ceil(std::log2(std::max(arena / (all.height() / (metrics.height() * 2.0)), 1.0))));
  for (double at = 0; at <= arena; at += every) {
    const double y = all.top() + all.height() * at / arena;
    painter.setPen(theme.hairline);
    painter.drawLine(QPointF(all.left(), y), QPointF(all.right(), y));
    painter.setPen(theme.dim);
    painter.drawText(QRectF(0, y - metrics.height() / 2.0, all.left() - 6, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, at == 0 ? QStringLiteral("0") : bytes(at));
  }
  const auto steps = static_cast<double>(chart_->steps);
  const int label = metrics.horizontalAdvance(QStringLiteral("000000"));
  const double stride = std::max(1.0, step_of(steps, all.width() / label));
  painter.setPen(theme.dim);
  for (double at = 0; at < steps; at += stride) {
    const double x = all.left() + all.width() * (at + 0.5) / steps;
    painter.drawText(QRectF(x - label / 2.0, all.bottom() + 4, label, metrics.height()), Qt::AlignCenter,
                     QString::number(static_cast<int>(at) + 1));
  }
}

// The block up to where a later one is written over it.
QRectF MemoryPicture::uncovered(size_t index) const {
  const MemoryChart::Block& block = chart_->blocks[index];
  QRectF place = blockRect(index);
  for (size_t i = index + 1; i < chart_->blocks.size() && chart_->blocks[i].first <= block.last; ++i) {
    const MemoryChart::Block& later = chart_->blocks[i];
    if (later.offset >= block.offset + block.bytes || block.offset >= later.offset + later.bytes) continue;
    place.setRight(std::min(place.right(), blockRect(i).left()));
    break;
  }
  return place;
}

void MemoryPicture::paintBlocks(QPainter& painter, const QRectF&) const {
  const Theme& theme = theme_of(palette());
  constexpr double kNamed = 48;  // pixels that a name needs
  const QFontMetricsF metrics(painter.font(), painter.device());
  for (size_t i = 0; i < chart_->blocks.size(); ++i) {
    const MemoryChart::Block& block = chart_->blocks[i];
    const QRectF place = blockRect(i);
    const size_t hue = theme.hue_of(std::max(0, block.group.value));
    const bool marked = current_ == i || hovered_ == i;
    painter.setPen(QPen(marked ? theme.accent : theme.group_lines[hue], marked ? 2 : 1));
    painter.setBrush(theme.group_fills[hue]);
    painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
    const QRectF seen = uncovered(i);
    if (seen.width() < kNamed || seen.height() < fontMetrics().height() + 2) continue;
    painter.setPen(theme.text);
    painter.drawText(seen.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(block.name, Qt::ElideMiddle, seen.width() - 8));
  }
}

// The bytes in use at each step, counted from the top like the addresses: where the line touches the bottom, no better
// plan is possible.
void MemoryPicture::paintAlive(QPainter& painter, const QRectF& all) const {
  QPolygonF line;
  const double across = all.width() / static_cast<double>(chart_->steps);
  for (size_t step = 0; step < chart_->alive.size(); ++step) {
    const double y = all.top() + all.height() * static_cast<double>(chart_->alive[step]) /
                                     static_cast<double>(std::max<int64_t>(chart_->arena, 1));
    line << QPointF(all.left() + across * static_cast<double>(step), y)
         << QPointF(all.left() + across * static_cast<double>(step + 1), y);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme_of(palette()).text, 1.5, Qt::DashLine));
  painter.drawPolyline(line);
}

void MemoryPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (!chart_ || chart_->blocks.empty()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QRectF all = plot();
  paintAxes(painter, all);
  paintBlocks(painter, all);
  paintAlive(painter, all);
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme_of(palette()).accent, 1));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void MemoryPicture::choose(size_t block) {
  setCurrent(block);
  Q_EMIT blockChosen(chart_->blocks[block].value.node);
}

void MemoryPicture::mousePressEvent(QMouseEvent* event) {
  if (const auto block = blockAt(event->position()); block && event->button() == Qt::LeftButton) choose(*block);
}

void MemoryPicture::mouseMoveEvent(QMouseEvent* event) {
  const auto block = blockAt(event->position());
  if (block == hovered_) return;
  hovered_ = block;
  setCursor(block ? Qt::PointingHandCursor : Qt::ArrowCursor);
  update();
}

void MemoryPicture::leaveEvent(QEvent*) {
  hovered_.reset();
  update();
}

void MemoryPicture::keyPressEvent(QKeyEvent* event) {
  const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
  const bool on = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
  if ((!back && !on) || !chart_ || chart_->blocks.empty()) return QWidget::keyPressEvent(event);
  const size_t last = chart_->blocks.size() - 1;
  if (!current_) return choose(back ? last : 0);
  choose(back ? std::max<size_t>(*current_, 1) - 1 : std::min(*current_ + 1, last));
}

bool MemoryPicture::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const auto block = blockAt(help->pos()))
    QToolTip::showText(help->globalPos(), chart_->describe(*block), this);
  else
    QToolTip::hideText();
  return true;
}

}  // namespace nw::views
