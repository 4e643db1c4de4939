// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/flame_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

#include "common/shaped_text.h"
#include "common/theme.h"
#include "models/html.h"

namespace nw::views {

FlameView::FlameView(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Where the time goes"));
  viewport()->setMouseTracking(true);
}

void FlameView::setFlame(std::shared_ptr<const Flame> flame) {
  flame_ = flame && !flame->nodes.empty() ? std::move(flame) : nullptr;
  root_ = 0;
  current_ = -1;
  updateScrollBar();
  viewport()->update();
}

int FlameView::rowHeight() const {
  return fontMetrics().height() + 6;
}

void FlameView::updateScrollBar() {
  const int rows = flame_ ? flame_->depth : 0;
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(rowHeight());
  verticalScrollBar()->setRange(0, std::max(0, rows * rowHeight() - viewport()->height()));
}

QRectF FlameView::rectOf(int node) const {
  const FlameNode& whole = flame_->nodes[static_cast<size_t>(root_)];
  const FlameNode& n = flame_->nodes[static_cast<size_t>(node)];
  const double top = n.depth * rowHeight() - verticalScrollBar()->value();
  // Those that the shown one is in are as wide as it.
  if (node <= root_ && n.children_end > root_) return QRectF(0, top, viewport()->width(), rowHeight());
  const double scale = viewport()->width() / whole.inclusive;
  return QRectF((n.begin - whole.begin) * scale, top, n.inclusive * scale, rowHeight());
}

// Of what is narrower than a pixel nothing is painted or found, and nothing below it.
int FlameView::nodeAt(const QPointF& place) const {
  if (!flame_) return -1;
  int found = -1;
  for (int node = 0; node < static_cast<int>(flame_->nodes.size());) {
    const FlameNode& n = flame_->nodes[static_cast<size_t>(node)];
    const QRectF rect = rectOf(node);
    const bool inside = rect.left() <= place.x() && place.x() < rect.right() && rect.width() >= 1;
    if (inside && rect.top() <= place.y() && place.y() < rect.bottom()) found = node;
    node = inside ? node + 1 : n.children_end;
  }
  return found;
}

void FlameView::paintNode(QPainter& painter, int node, const QRectF& rect, const Theme& theme) const {
  const FlameNode& n = flame_->nodes[static_cast<size_t>(node)];
  const bool of_group = n.group.valid();
  const size_t hue = of_group ? theme.hue_of(n.group.value) : 0;
  QColor fill = of_group ? theme.group_fills[hue] : theme.raised;
  if (n.kind == FlameNode::Kind::Stage || n.kind == FlameNode::Kind::Loop) fill = mix(fill, theme.base, 0.6);
  const QRectF box = rect.adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setPen(node == current_ ? QPen(theme.accent, 2) : QPen(theme.border, 1));
  painter.setBrush(fill);
  painter.drawRect(box);
  // Its own time as a bar along the bottom, in front.
  if (n.self > 0 && n.children_end > node + 1)
    painter.fillRect(QRectF(box.left(), box.bottom() - 2, box.width() * n.self / n.inclusive, 2), theme.accent);
  constexpr int kMargin = 6, kLeast = 24;
  const int room = static_cast<int>(rect.width()) - 2 * kMargin;
  if (room < kLeast) return;
  painter.setPen(theme.text);
  const QString amount = flame_->text(n.inclusive);
  const bool both = fontMetrics().horizontalAdvance(n.title + amount) + 3 * kMargin <= room;
  const QRect cell = rect.toRect().adjusted(kMargin, 0, -kMargin, 0);
  draw_text(painter, cell, Qt::AlignLeft | Qt::AlignVCenter, n.title, Qt::ElideRight);
  if (!both) return;
  painter.setPen(theme.dim);
  draw_text(painter, cell, Qt::AlignRight | Qt::AlignVCenter, amount);
}

void FlameView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  const Theme& theme = Theme::of(palette());
  painter.fillRect(viewport()->rect(), theme.base);
  if (!flame_) return;
  for (int node = 0; node < static_cast<int>(flame_->nodes.size());) {
    const FlameNode& n = flame_->nodes[static_cast<size_t>(node)];
    const QRectF rect = rectOf(node);
    const bool seen = rect.width() >= 1 && rect.right() > 0 && rect.left() < viewport()->width();
    if (seen && rect.bottom() > 0 && rect.top() < viewport()->height()) paintNode(painter, node, rect, theme);
    node = seen ? node + 1 : n.children_end;
  }
  if (hasFocus() && current_ < 0) {
    painter.setPen(theme.accent);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
  }
}

void FlameView::setCurrent(int node) {
  if (node == current_) return;
  current_ = node;
  setAccessibleDescription(node < 0 ? QString() : flame_->about(static_cast<size_t>(node)));
  viewport()->update();
}

void FlameView::choose(int node) {
  setCurrent(node);
  if (node < 0) return;
  const FlameNode& n = flame_->nodes[static_cast<size_t>(node)];
  if (n.kind == FlameNode::Kind::Scope) return Q_EMIT scopeSelected(n.scope);
  Q_EMIT selected(n.kind == FlameNode::Kind::Network ? NodeId() : n.node, n.group);
}

// The same, scrolled to.
void FlameView::chooseByKey(int node) {
  choose(node);
  QScrollBar* bar = verticalScrollBar();
  const int top = flame_->nodes[static_cast<size_t>(node)].depth * rowHeight();
  if (top < bar->value()) bar->setValue(top);
  if (const int bottom = top + rowHeight() - viewport()->height(); bottom > bar->value()) bar->setValue(bottom);
}

void FlameView::show(int node) {
  root_ = node;
  viewport()->update();
}

void FlameView::activate(int node) {
  const FlameNode& n = flame_->nodes[static_cast<size_t>(node)];
  if (n.group.valid())
    Q_EMIT kernelWanted(n.group);
  else if (n.children_end > node + 1)
    show(node);
}

int FlameView::sibling(int node, int direction) const {
  const int parent = flame_->nodes[static_cast<size_t>(node)].parent;
  if (parent < 0) return node;
  std::vector<int> all;
  for (int each = parent + 1; each < flame_->nodes[static_cast<size_t>(parent)].children_end;
       each = flame_->nodes[static_cast<size_t>(each)].children_end)
    all.push_back(each);
  const auto at = std::ranges::find(all, node) - all.begin() + direction;
  return all[static_cast<size_t>(std::clamp<std::ptrdiff_t>(at, 0, std::ssize(all) - 1))];
}

void FlameView::keyPressEvent(QKeyEvent* event) {
  if (!flame_) return QAbstractScrollArea::keyPressEvent(event);
  const int now = std::max(0, current_);
  const FlameNode& n = flame_->nodes[static_cast<size_t>(now)];
  switch (event->key()) {
    case Qt::Key_Down:
      return chooseByKey(current_ >= 0 && n.children_end > now + 1 ? now + 1 : now);
    case Qt::Key_Up:
      return chooseByKey(std::max(0, n.parent));
    case Qt::Key_Left:
      return chooseByKey(sibling(now, -1));
    case Qt::Key_Right:
      return chooseByKey(sibling(now, 1));
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return activate(now);
    case Qt::Key_Backspace:
      return show(0);
    default:
      return QAbstractScrollArea::keyPressEvent(event);
  }
}

void FlameView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) choose(nodeAt(event->position()));
}

void FlameView::mouseDoubleClickEvent(QMouseEvent* event) {
  const int node = nodeAt(event->position());
  if (event->button() == Qt::LeftButton && node >= 0) activate(node);
}

bool FlameView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int node = nodeAt(help->pos());
  QString text = node < 0 ? QString() : flame_->about(static_cast<size_t>(node));
  if (node >= 0 && flame_->timed) {
    const FlameNode& n = flame_->nodes[static_cast<size_t>(node)];
    if (n.kind == FlameNode::Kind::Group && n.children_end == node + 1)
      text += QLatin1Char('\n') + tr("Open and run its kernel to see its stages and loops.");
  }
  QToolTip::showText(help->globalPos(), plain_tip(text), viewport());
  return true;
}

void FlameView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateScrollBar();
}

void FlameView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::FontChange) updateScrollBar();
}

void FlameView::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void FlameView::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace nw::views
