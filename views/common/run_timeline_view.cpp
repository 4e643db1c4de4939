// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/run_timeline_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "common/shaped_text.h"
#include "common/theme.h"
#include "models/html.h"
#include "models/node_text.h"
#include "models/run_text.h"

namespace nw::views {

namespace {

constexpr int kEdge = 8;
constexpr int kMemoryHeight = 56;
constexpr double kDragged = 4;  // pixels: less is a click

// 1, 2 or 5 times a power of ten, so that marks are at least so many pixels apart.
double step_of(double per_pixel) {
  constexpr double kApart = 110;
  const double least = per_pixel * kApart, power = std::pow(10, std::floor(std::log10(least)));
  for (const double each : {1.0, 2.0, 5.0})
    if (each * power >= least) return each * power;
  return 10 * power;
}

}  // namespace

RunTimelineView::RunTimelineView(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Timeline of the last run"));
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void RunTimelineView::setRun(std::shared_ptr<const RunTimeline> run) {
  run_ = run && !run->calls.empty() && run->end > 0 ? std::move(run) : nullptr;
  current_ = -1;
  if (run_) look(0, run_->end);
  viewport()->update();
}

int RunTimelineView::rowHeight() const {
  return fontMetrics().height() + 8;
}

int RunTimelineView::scaleHeight() const {
  return fontMetrics().height() + 6;
}

double RunTimelineView::toX(double microseconds) const {
  return kEdge + (microseconds - first_) / span_ * (viewport()->width() - 2 * kEdge);
}

double RunTimelineView::toTime(double x) const {
  return first_ + (x - kEdge) / std::max(1, viewport()->width() - 2 * kEdge) * span_;
}

void RunTimelineView::look(double first, double span) {
  constexpr double kLeast = 0.1;  // microseconds
  span_ = std::clamp(span, std::min(kLeast, run_->end), run_->end);
  first_ = std::clamp(first, 0.0, run_->end - span_);
  viewport()->update();
}

void RunTimelineView::zoomAt(double x, double factor) {
  const double at = toTime(x);
  const double span = std::clamp(span_ / factor, 0.0, run_->end);
  look(at - (at - first_) * span / span_, span);
}

QRectF RunTimelineView::rectOf(int call) const {
  const RunTimeline::Call& c = run_->calls[static_cast<size_t>(call)];
  const double left = toX(c.begin);
  return QRectF(left, scaleHeight() + c.level * rowHeight(), std::max(1.0, toX(c.end) - left), rowHeight() - 2);
}

void RunTimelineView::paintScale(QPainter& painter, const Theme& theme) const {
  const double step = step_of(span_ / std::max(1, viewport()->width() - 2 * kEdge));
  for (double at = std::ceil(first_ / step) * step; at <= first_ + span_; at += step) {
    const double x = toX(at);
    painter.setPen(theme.hairline);
    painter.drawLine(QPointF(x, scaleHeight()), QPointF(x, viewport()->height()));
    painter.setPen(theme.dim);
    const QString text = at > 0 ? duration_text(at) : QStringLiteral("0");
    const int wide = fontMetrics().horizontalAdvance(text) + 4;
    const int left = std::clamp(static_cast<int>(x) - wide / 2, 0, viewport()->width() - wide);
    draw_text(painter, QRect(left, 0, wide, scaleHeight()), Qt::AlignCenter, text);
  }
}

void RunTimelineView::paintCalls(QPainter& painter, const Theme& theme) const {
  constexpr int kTextMargin = 4, kLeast = 20;
  double painted_to = -1;  // of calls too narrow to see one by one
  int painted_level = -1;
  for (int i = 0; i < static_cast<int>(run_->calls.size()); ++i) {
    const RunTimeline::Call& call = run_->calls[static_cast<size_t>(i)];
    if (call.end < first_ || call.begin > first_ + span_) continue;
    const QRectF rect = rectOf(i);
    if (i != current_ && call.level == painted_level && rect.right() < painted_to + 1) continue;
    painted_to = rect.right();
    painted_level = call.level;
    const bool narrow = rect.width() < 4;
    const QColor fill = call.group.valid() ? theme.group_fills[theme.hue_of(call.group.value)] : theme.raised;
    const QColor line = call.group.valid() ? theme.group_lines[theme.hue_of(call.group.value)] : theme.border;
    painter.fillRect(rect, narrow ? line : fill);
    if (!narrow || i == current_) {
      painter.setPen(i == current_ ? QPen(theme.accent, 2) : QPen(line, 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const QRect cell = rect.intersected(QRectF(viewport()->rect())).toRect().adjusted(kTextMargin, 0, -kTextMargin, 0);
    if (cell.width() < kLeast) continue;
    painter.setPen(theme.text);
    draw_text(painter, cell, Qt::AlignLeft | Qt::AlignVCenter, call.title, Qt::ElideRight);
  }
}

// The bytes in use, as steps, with the most of them as a number.
void RunTimelineView::paintMemory(QPainter& painter, const Theme& theme) const {
  const double top = scaleHeight() + run_->levels * rowHeight() + fontMetrics().height() + 4;
  const double height = std::min<double>(kMemoryHeight, viewport()->height() - top - 2);
  if (run_->memory.empty() || run_->most_bytes <= 0 || height < 16) return;
  const auto y_of = [&](int64_t bytes) {
    return top + height * (1 - static_cast<double>(bytes) / static_cast<double>(run_->most_bytes));
  };
  QPainterPath path(QPointF(toX(run_->memory.front().at), top + height));
  double y = top + height;
  for (const measure::Trace::Memory& each : run_->memory) {
    path.lineTo(toX(each.at), y);
    y = y_of(each.bytes);
    path.lineTo(toX(each.at), y);
  }
  path.lineTo(toX(run_->end), y);
  path.lineTo(toX(run_->end), top + height);
  painter.setPen(QPen(theme.accent, 1));
  painter.setBrush(mix(theme.accent, theme.base, 0.18));
  painter.drawPath(path);
  painter.setPen(theme.dim);
  draw_text(painter,
            QRect(kEdge, static_cast<int>(top) - fontMetrics().height() - 2, viewport()->width() - 2 * kEdge,
                  fontMetrics().height()),
            Qt::AlignLeft | Qt::AlignVCenter,
            tr("memory of values, at most %1").arg(bytes_text(static_cast<double>(run_->most_bytes))));
}

void RunTimelineView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const Theme& theme = Theme::of(palette());
  painter.fillRect(viewport()->rect(), theme.base);
  if (!run_) return;
  paintScale(painter, theme);
  paintMemory(painter, theme);
  paintCalls(painter, theme);
}

int RunTimelineView::callAt(const QPointF& place) const {
  if (!run_) return -1;
  constexpr double kNear = 3;  // pixels beside a bar too narrow to hit
  int found = -1;
  double nearest = kNear;
  for (int i = 0; i < static_cast<int>(run_->calls.size()); ++i) {
    const QRectF rect = rectOf(i);
    if (place.y() < rect.top() || place.y() >= rect.bottom()) continue;
    const double distance = std::max({0.0, rect.left() - place.x(), place.x() - rect.right()});
    if (distance > nearest || (found >= 0 && distance == nearest)) continue;
    nearest = distance;
    found = i;
  }
  return found;
}

void RunTimelineView::setCurrent(int call) {
  if (call == current_ || !run_) return;
  current_ = call;
  setAccessibleDescription(call < 0 ? QString() : run_->calls[static_cast<size_t>(call)].about);
  viewport()->update();
  if (call < 0) return;
  const RunTimeline::Call& c = run_->calls[static_cast<size_t>(call)];
  if (c.end < first_ || c.begin > first_ + span_) look((c.begin + c.end - span_) / 2, span_);
}

void RunTimelineView::choose(int call) {
  setCurrent(call);
  if (call < 0) return;
  const RunTimeline::Call& c = run_->calls[static_cast<size_t>(call)];
  Q_EMIT selected(c.node, c.group);
}

void RunTimelineView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  viewport()->update();
}

void RunTimelineView::wheelEvent(QWheelEvent* event) {
  if (!run_) return;
  if (event->modifiers() & Qt::ShiftModifier || event->angleDelta().x() != 0) {
    const int delta = event->angleDelta().x() != 0 ? event->angleDelta().x() : event->angleDelta().y();
    look(first_ - span_ * delta / 1200, span_);
  } else {
    zoomAt(event->position().x(), std::pow(1.2, event->angleDelta().y() / 120.0));
  }
  event->accept();
}

void RunTimelineView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressed_ = event->position();
  pressed_first_ = first_;
  dragging_ = false;
}

void RunTimelineView::mouseMoveEvent(QMouseEvent* event) {
  if (!run_ || !(event->buttons() & Qt::LeftButton)) return;
  const double moved = event->position().x() - pressed_.x();
  dragging_ = dragging_ || std::abs(moved) > kDragged;
  if (dragging_) look(pressed_first_ - moved / std::max(1, viewport()->width() - 2 * kEdge) * span_, span_);
}

void RunTimelineView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && !dragging_) choose(callAt(event->position()));
  dragging_ = false;
}

void RunTimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
  const int call = callAt(event->position());
  if (call >= 0 && run_->calls[static_cast<size_t>(call)].group.valid())
    Q_EMIT kernelWanted(run_->calls[static_cast<size_t>(call)].group);
}

void RunTimelineView::keyPressEvent(QKeyEvent* event) {
  if (!run_) return QAbstractScrollArea::keyPressEvent(event);
  const int last = static_cast<int>(run_->calls.size()) - 1;
  switch (event->key()) {
    case Qt::Key_Left:
      return choose(std::max(0, current_ - 1));
    case Qt::Key_Right:
      return choose(std::min(last, current_ + 1));
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoomAt(viewport()->width() / 2.0, 1.5);
    case Qt::Key_Minus:
      return zoomAt(viewport()->width() / 2.0, 1 / 1.5);
    case Qt::Key_F:
      return look(0, run_->end);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_ >= 0 && run_->calls[static_cast<size_t>(current_)].group.valid())
        Q_EMIT kernelWanted(run_->calls[static_cast<size_t>(current_)].group);
      return;
    default:
      return QAbstractScrollArea::keyPressEvent(event);
  }
}

bool RunTimelineView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int call = callAt(help->pos());
  QToolTip::showText(help->globalPos(), call < 0 ? QString() : plain_tip(run_->calls[static_cast<size_t>(call)].about),
                     viewport());
  return true;
}

}  // namespace nw::views
