// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging in the loop tree: a loop before or after another of its stage, onto its neighbour to fuse, a stage onto a
// loop or into the stage that reads it, or out of all loops. What may take it is lit from the start; over anything else
// the reason is shown.
#include <QDrag>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QPainter>
#include <QPixmap>
#include <QToolTip>
#include <algorithm>

#include "kernel/loop_tree_view.h"

namespace nw::views {

using workspace::LoopTreeRow;
using workspace::Offer;

void LoopTreeView::startDrag(Qt::DropActions actions) {
  if (const QModelIndexList rows = selectedIndexes(); together().empty() && !rows.isEmpty())
    setCurrentIndex(rows.first());
  dragging_ = true;
  viewport()->update();
  const QModelIndexList rows = selectionModel()->selectedRows();
  QStringList names;
  for (const QModelIndex& row : rows) names << row.data().toString();
  auto* drag = new QDrag(this);
  drag->setMimeData(model_->mimeData(rows));
  drag->setPixmap(tag(names.join(QStringLiteral(", "))));
  // Above the pointer: the row it is over stays legible, and what a drop would do is said below.
  drag->setHotSpot(QPoint(-12, fontMetrics().height() + 16));
  drag->exec(actions, Qt::MoveAction);
  endDrag();
}

QPixmap LoopTreeView::tag(const QString& name) const {
  const QString text = fontMetrics().elidedText(name, Qt::ElideRight, 240);
  const QSize size(fontMetrics().horizontalAdvance(text) + 16, fontMetrics().height() + 8);
  QPixmap pixmap(size * devicePixelRatio());
  pixmap.setDevicePixelRatio(devicePixelRatio());
  pixmap.fill(palette().color(QPalette::Highlight));
  QPainter painter(&pixmap);
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::HighlightedText));
  painter.drawText(QRect(QPoint(), size), Qt::AlignCenter, text);
  return pixmap;
}

void LoopTreeView::endDrag() {
  dragging_ = false;
  drop_ = {};
  QToolTip::hideText();
  viewport()->update();
}

// With Ctrl a loop dropped on its neighbour is tiled with it, not fused.
LoopTreeView::Drop LoopTreeView::dropAt(const QDropEvent& event) const {
  const QPoint position = event.position().toPoint();
  const bool tiles = event.modifiers().testFlag(Qt::ControlModifier);
  const QModelIndex index = indexAt(position).siblingAtColumn(0);
  if (!index.isValid()) return {};
  const QRect rect = visualRect(index);
  const int third = rect.height() / 3;
  const bool axis = index.data(LoopTreeModel::IsAxisRole).toBool();
  if (!axis) return {index, Zone::On};
  if (position.y() < rect.top() + third) return {index, Zone::Before};
  return {index, position.y() > rect.bottom() - third ? Zone::After : Zone::On, tiles};
}

// Several loops of a stage: to another place in it.
const Offer* LoopTreeView::moveAt(const Drop& drop, QString* why) const {
  const LoopTreeRow* source = model_->row(currentIndex());
  const LoopTreeRow* row = model_->row(drop.index);
  if (!row || row->stage != source->stage) {
    *why = tr("Loops can be moved within their own stage");
    return nullptr;
  }
  const auto& leaves = model_->preview()->program.schedule->stage(source->stage).leaf;
  AxisId before = leaves.front();
  if (row->kind == LoopTreeRow::Kind::Axis) {
    const auto at = std::find(leaves.begin(), leaves.end(), row->axis);
    const bool behind = drop.zone == Zone::After ||
                        (drop.zone == Zone::On && std::find(leaves.begin(), at, offered_together_.front()) != at);
    before = !behind ? row->axis : at + 1 == leaves.end() ? AxisId() : *(at + 1);
  }
  for (const Offer& move : moves_)
    if (move.at_axis == before) return &move;
  *why = tr("They stand there already");
  return nullptr;
}

bool LoopTreeView::readBy(StageId stage) const {
  return std::any_of(offers_.begin(), offers_.end(),
                     [stage](const Offer& o) { return o.primitive == "compute_at" && o.at_stage == stage; });
}

const Offer* LoopTreeView::offerAt(const Drop& drop, QString* why) const {
  const LoopTreeRow* source = model_->row(currentIndex());
  const LoopTreeRow* row = model_->row(drop.index);
  const Offer* found = nullptr;
  if (!source || !model_->preview()->program.schedule) return nullptr;
  if (!offersKnown()) {
    *why = tr("One moment…");
    return nullptr;
  }
  if (!offered_together_.empty()) {
    found = moveAt(drop, why);
  } else if (source->kind == LoopTreeRow::Kind::Stage) {
    if (!row)
      found = find("compute_root");
    else if (row->kind == LoopTreeRow::Kind::Axis)
      found = find("compute_at", row->stage, row->axis);
    else if (readBy(row->stage))
      found = find("compute_inline");
    if (!found)
      *why = !row || row->stage == source->stage ? tr("It is computed there already")
             : row->kind == LoopTreeRow::Kind::Stage
                 ? tr("%1 does not read %2").arg(model_->stageName(row->stage), model_->stageName(source->stage))
                 : tr("%1 does not read %2").arg(model_->stageName(row->stage), model_->stageName(source->stage));
  } else if (!row && find("rfactor")) {
    found = find("rfactor");
  } else if (!row || row->stage != source->stage) {
    *why = tr("A loop can be moved within its own stage");
  } else {
    const auto& leaves = model_->preview()->program.schedule->stage(source->stage).leaf;
    if (row->kind == LoopTreeRow::Kind::Stage) {
      found = find("reorder", source->stage, leaves.front());
    } else {
      if (drop.zone == Zone::On) found = find(drop.tiles ? "tile" : "fuse", source->stage, row->axis);
      const auto at = std::find(leaves.begin(), leaves.end(), row->axis);
      const auto from = std::find(leaves.begin(), leaves.end(), source->axis);
      const bool behind = drop.zone == Zone::After || (drop.zone == Zone::On && from < at);
      AxisId before = row->axis;
      if (behind) before = at + 1 == leaves.end() ? AxisId() : *(at + 1);
      if (!found) found = find("reorder", source->stage, before);
    }
    if (!found) *why = tr("It stands there already");
  }
  if (found && !found->legal) {
    *why = QString::fromStdString(found->why_not);
    return nullptr;
  }
  return found;
}

bool LoopTreeView::isDropTarget(const QModelIndex& index) const {
  QString why;
  for (Zone zone : {Zone::On, Zone::Before, Zone::After})
    if (offerAt({index.siblingAtColumn(0), zone}, &why)) return true;
  return false;
}

void LoopTreeView::dragEnterEvent(QDragEnterEvent* event) {
  if (!event->mimeData()->hasFormat(model_->mimeTypes().front())) return;
  dragging_ = true;
  viewport()->update();
  event->acceptProposedAction();
}

void LoopTreeView::dragMoveEvent(QDragMoveEvent* event) {
  QTreeView::dragMoveEvent(event);  // scrolls at the edges
  const QPoint position = event->position().toPoint();
  const Drop drop = dropAt(*event);
  QString text;
  const Offer* offer = offerAt(drop, &text);
  if (offer) text = QString::fromStdString(offer->change.label);
  drop_ = drop;
  drop_legal_ = offer != nullptr;
  const QRect row = drop.index.isValid() ? visualRect(drop.index) : QRect();
  QToolTip::showText(viewport()->mapToGlobal(position + QPoint(16, 12)), text, viewport(),
                     row.isValid() ? row : viewport()->rect());
  viewport()->update();
  event->setAccepted(drop_legal_);
}

void LoopTreeView::dragLeaveEvent(QDragLeaveEvent* event) {
  QTreeView::dragLeaveEvent(event);
  endDrag();
}

void LoopTreeView::dropEvent(QDropEvent* event) {
  QString why;
  const Offer* offer = offerAt(dropAt(*event), &why);
  // The rows follow from the new script; the view's own move must not take the dragged one away.
  event->setDropAction(Qt::CopyAction);
  event->accept();
  if (offer) {
    const Offer chosen = *offer;
    endDrag();
    return take(chosen);
  }
  endDrag();
  if (!why.isEmpty()) Q_EMIT refused(why);
}

void LoopTreeView::drawRow(QPainter* painter, const QStyleOptionViewItem& options, const QModelIndex& index) const {
  const bool lit = dragging_ && isDropTarget(index);
  if (lit) painter->fillRect(options.rect, KernelColors::blend(colors_.ok, colors_.background, 0.16));
  if (dragging_ && !lit && !selectionModel()->isSelected(index)) painter->setOpacity(0.45);
  if (const LoopTreeRow* row = model_->row(index); row && !dragging_) {
    const tir::Provenance here{row->stage, row->axis, 0};
    if (marks_.hovered.relation(here) == 2) painter->fillRect(options.rect, colors_.related);
    const int pin = marks_.pin_of(here);
    if (pin >= 0)
      painter->fillRect(QRect(0, options.rect.top(), 4, options.rect.height()), colors_.pins[static_cast<size_t>(pin)]);
  }
  if (const double share = index.data(LoopTreeModel::ShareRole).toDouble(); share > 0 && model_->hasHeat()) {
    const int width = columnWidth(LoopTreeModel::TimeColumn) - 2;
    painter->fillRect(QRect(columnViewportPosition(LoopTreeModel::TimeColumn) + 1, options.rect.top() + 1,
                            std::max(1, static_cast<int>(width * share)), options.rect.height() - 2),
                      colors_.warmth(index.data(LoopTreeModel::WarmthRole).toDouble()));
  }
  QTreeView::drawRow(painter, options, index);
  painter->setOpacity(1);
  if (!dragging_ || drop_.index != index.siblingAtColumn(0) || !drop_.index.isValid()) return;
  const QRect frame = QRect(0, options.rect.top(), viewport()->width(), options.rect.height()).adjusted(1, 1, -1, -1);
  const QColor ink = drop_legal_ ? colors_.ok : colors_.error;
  painter->setPen(QPen(ink, 2));
  if (drop_.zone == Zone::On)
    painter->drawRect(frame);
  else if (drop_.zone == Zone::Before)
    painter->drawLine(frame.topLeft(), frame.topRight());
  else
    painter->drawLine(frame.bottomLeft(), frame.bottomRight());
}

void LoopTreeView::paintEvent(QPaintEvent* event) {
  QTreeView::paintEvent(event);
  QString why;
  const Offer* below = dragging_ ? offerAt({}, &why) : nullptr;
  if (!below) return;
  QModelIndex last = model_->index(model_->rowCount() - 1, 0);
  while (model_->rowCount(last) > 0) last = model_->index(model_->rowCount(last) - 1, 0, last);
  const int top = visualRect(last).bottom() + 8;
  QPainter painter(viewport());
  const QRect place(8, top, viewport()->width() - 16, fontMetrics().height() + 16);
  painter.fillRect(place, KernelColors::blend(colors_.ok, colors_.background, drop_.index.isValid() ? 0.10 : 0.24));
  painter.setPen(colors_.text);
  painter.drawText(place, Qt::AlignCenter, tr("Drop here: %1").arg(QString::fromStdString(below->change.label)));
}

}  // namespace nw::views
