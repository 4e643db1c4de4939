// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging in the loop tree: a loop before or after another of its stage, onto its neighbour to fuse, a stage onto a
// loop or into the stage that reads it, or out of all loops. What may take it is lit from the start; over anything else
// the reason is shown.
#include <QDrag>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "common/shaped_text.h"
#include "common/word_cells.h"
#include "kernel/loop_tree_view.h"
#include "models/html.h"
#include "models/sentence_text.h"

namespace nw::views {

using schedule::Primitive;

using advise::Candidate;
using kernel::LoopTreeRow;

// Rows that cannot be moved together are not: then it is the one that was pressed. So it is with Ctrl, which tiles.
QModelIndexList LoopTreeView::adopt(bool tiles) {
  if ((tiles || together().empty()) && currentIndex().isValid()) {
    selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    requestCandidates();
  }
  QModelIndexList rows = selectionModel()->selectedRows();
  std::ranges::sort(rows, {}, &QModelIndex::internalId);  // outermost first, in whatever order they were chosen
  return rows;
}

// A press with Ctrl may begin a drag that tiles: rows are chosen or left out when it is let go without one.
QItemSelectionModel::SelectionFlags LoopTreeView::selectionCommand(const QModelIndex& index,
                                                                   const QEvent* event) const {
  const bool pressed = event && event->type() == QEvent::MouseButtonPress;
  const bool released = event && event->type() == QEvent::MouseButtonRelease;
  if (!pressed && !released) return QTreeView::selectionCommand(index, event);
  const auto* mouse = static_cast<const QMouseEvent*>(event);
  if (mouse->button() != Qt::LeftButton || mouse->modifiers() != Qt::ControlModifier || !index.isValid())
    return QTreeView::selectionCommand(index, event);
  return pressed ? QItemSelectionModel::NoUpdate : QItemSelectionModel::Toggle | QItemSelectionModel::Rows;
}

void LoopTreeView::startDrag(Qt::DropActions actions) {
  if (const QString why = whyFixed(); !why.isEmpty()) return Q_EMIT refused(why);
  const QModelIndexList rows = adopt(QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier));
  if (rows.isEmpty()) return;
  dragging_ = own_drag_ = true;
  viewport()->update();
  notifyOutside();
  QStringList names;
  for (const QModelIndex& row : rows) names << row.data().toString();
  auto* drag = new QDrag(this);
  drag->setMimeData(model_->mimeData(rows));
  drag->setPixmap(tag(names.join(QStringLiteral(", "))));
  // Above the pointer: the row it is over stays legible, and the text below says what a drop would do.
  drag->setHotSpot(QPoint(-12, fontMetrics().height() + 16));
  drag->exec(actions, Qt::MoveAction);
  own_drag_ = false;
  endDrag();
  QEvent leave(QEvent::Leave);  // a drag has no such event: the row it began on would stay lit
  viewportEvent(&leave);
  Q_EMIT hovered({});
}

namespace {

// Rich text is broken into lines where they are long, plain text is not.
QString wrapped(const QString& text) {
  constexpr int kLine = 60;
  if (text.startsWith(QLatin1String("<p "))) return text;  // has its lines already
  if (text.size() <= kLine) return plain_tip(text);
  return QStringLiteral("<p>%1</p>").arg(html_of(text).replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

}  // namespace

// About a row, beside the tree: the rows below the pointer must stay visible.
bool LoopTreeView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QTreeView::viewportEvent(event);
  const QPoint pointer = static_cast<QHelpEvent*>(event)->pos();
  const QModelIndex index = indexAt(pointer);
  const QRect row = visualRect(index);
  const QString text = index.data(Qt::ToolTipRole).toString();
  // Qt shows a tip a little below and right of the place that it is given.
  QToolTip::showText(viewport()->mapToGlobal(QPoint(viewport()->width(), row.top() - 16)), wrapped(text), viewport(),
                     row);
  return true;
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
  loseTrack();
}

void LoopTreeView::loseTrack() {
  pointer_.reset();
  outside_ = false;
  drop_ = {};
  QToolTip::hideText();
  viewport()->update();
  notifyOutside();
}

// With Ctrl a loop dropped on its neighbour is tiled with it, not fused.
LoopTreeView::Drop LoopTreeView::dropAt(const QPoint& position, bool tiles) const {
  const QModelIndex index = indexAt(position).siblingAtColumn(0);
  if (!index.isValid()) return {};
  const QRect rect = visualRect(index);
  const int third = rect.height() / 3;
  const LoopTreeRow* source = model_->row(currentIndex());
  const bool stage = source && source->kind == LoopTreeRow::Kind::Stage;  // goes into a loop, never between two
  // Several loops go between two, never into one.
  if (!offered_together_.empty() && index.data(LoopTreeModel::IsAxisRole).toBool())
    return {index, position.y() < rect.center().y() ? Zone::Before : Zone::After};
  if (stage || !index.data(LoopTreeModel::IsAxisRole).toBool()) return {index, Zone::On};
  if (position.y() < rect.top() + third) return {index, Zone::Before};
  return {index, position.y() > rect.bottom() - third ? Zone::After : Zone::On, tiles};
}

// Several loops of a stage: to another place in it.
const Candidate* LoopTreeView::moveAt(const Drop& drop, QString* why) const {
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
  for (const Candidate& move : moves_)
    if (move.at_axis == before) return &move;
  *why = tr("They stand there already");
  return nullptr;
}

// The selected stage, by itself or by the stages computed inside of it: that is where inlining puts it.
bool LoopTreeView::readBy(StageId reader) const {
  const schedule::Schedule& schedule = *model_->preview()->program.schedule;
  const StageId source = model_->row(currentIndex())->stage;
  std::vector<StageId> looked{reader};
  for (size_t i = 0; i < looked.size(); ++i)
    for (const te::Tensor& tensor : schedule.stage(looked[i]).op->inputs()) {
      const StageId input = schedule.find(tensor->op);
      if (input == source) return true;
      const bool inside = input.valid() && schedule.stage(input).attach.kind == schedule::AttachKind::Inline;
      if (inside && std::ranges::find(looked, input) == looked.end()) looked.push_back(input);
    }
  return false;
}

QString LoopTreeView::whyNotAt(StageId reader) const {
  const QString name = model_->stageName(model_->row(currentIndex())->stage), other = model_->stageName(reader);
  const bool through = std::ranges::any_of(candidates_, [reader](const Candidate& o) {
    return o.primitive == Primitive::ComputeAt && o.at_stage == reader;
  });
  return through ? tr("%1 reads %2 through another stage only: that is where it can be inlined").arg(other, name)
                 : tr("%1 does not read %2").arg(other, name);
}

const Candidate* LoopTreeView::candidateAt(const Drop& drop, QString* why) const {
  const LoopTreeRow* source = model_->row(currentIndex());
  const LoopTreeRow* row = model_->row(drop.index);
  const Candidate* found = nullptr;
  if (!source || !model_->preview()->program.schedule) return nullptr;
  if (!candidatesKnown()) {
    *why = tr("One moment…");
    return nullptr;
  }
  if (!offered_together_.empty()) {
    found = moveAt(drop, why);
  } else if (source->kind == LoopTreeRow::Kind::Stage) {
    if (!row)
      found = find(Primitive::ComputeRoot);
    else if (row->kind == LoopTreeRow::Kind::Axis)
      found = find(Primitive::ComputeAt, row->stage, row->axis);
    else if (readBy(row->stage))
      found = find(Primitive::ComputeInline);
    if (!found)
      *why = row && row->stage == source->stage ? tr("A stage cannot stand inside itself")
             : row                              ? whyNotAt(row->stage)
                                                : tr("It is computed there already");
  } else if (!row && find(Primitive::Rfactor)) {
    found = find(Primitive::Rfactor);
  } else if (!row || row->stage != source->stage) {
    *why = tr("A loop can be moved within its own stage");
  } else {
    const auto& leaves = model_->preview()->program.schedule->stage(source->stage).leaf;
    if (row->kind == LoopTreeRow::Kind::Stage) {
      found = find(Primitive::Reorder, source->stage, leaves.front());
    } else {
      if (drop.zone == Zone::On) found = find(drop.tiles ? Primitive::Tile : Primitive::Fuse, source->stage, row->axis);
      const auto at = std::find(leaves.begin(), leaves.end(), row->axis);
      const auto from = std::find(leaves.begin(), leaves.end(), source->axis);
      const bool behind = drop.zone == Zone::After || (drop.zone == Zone::On && from < at);
      AxisId before = row->axis;
      if (behind) before = at + 1 == leaves.end() ? AxisId() : *(at + 1);
      if (!found) found = find(Primitive::Reorder, source->stage, before);
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
    if (candidateAt({index.siblingAtColumn(0), zone, drop_.tiles}, &why)) return true;
  return false;
}

// Rows of another kernel's tree are no business of this one.
void LoopTreeView::dragEnterEvent(QDragEnterEvent* event) {
  const bool ours = event->source() == nullptr || event->source() == this;
  if (!ours || !event->mimeData()->hasFormat(model_->mimeTypes().front())) return;
  dragging_ = true;
  viewport()->update();
  notifyOutside();
  event->acceptProposedAction();
}

// At the edges of a tree that is longer than its view.
bool LoopTreeView::scrollsAt(const QPoint& position) const {
  const int margin = autoScrollMargin();
  return verticalScrollBar()->maximum() > verticalScrollBar()->minimum() &&
         (position.y() < margin || position.y() >= viewport()->height() - margin);
}

void LoopTreeView::track(const QPoint& pointer, bool tiles) {
  pointer_ = pointer;
  drop_ = dropAt(pointer, tiles);
  drop_.tiles = tiles;
  QString text;
  const Candidate* candidate = candidateAt(drop_, &text);
  if (candidate) text = translated(candidate->edit.label);
  drop_legal_ = candidate != nullptr;
  // Loops that are not adjacent are not fused: the drawn line is the place that they are moved to.
  if (const LoopTreeRow* onto = model_->row(drop_.index);
      candidate && candidate->primitive == Primitive::Reorder && drop_.zone == Zone::On)
    drop_.zone = onto->kind == LoopTreeRow::Kind::Axis && candidate->at_axis == onto->axis ? Zone::Before : Zone::After;
  const QRect row = drop_.index.isValid() ? visualRect(drop_.index) : QRect();
  // Below the pointer; above what it carries where the place outside of all loops is below.
  const int below = pointer.y() > viewport()->height() - 3 * fontMetrics().height() ? -5 * fontMetrics().height() : 12;
  QToolTip::showText(viewport()->mapToGlobal(pointer + QPoint(16, below)), wrapped(text), viewport(),
                     row.isValid() ? row : viewport()->rect());
  viewport()->update();
  notifyOutside();
}

void LoopTreeView::dragMoveEvent(QDragMoveEvent* event) {
  if (!dragging_) return event->ignore();
  QTreeView::dragMoveEvent(event);  // scrolls at the edges
  const QPoint position = event->position().toPoint();
  track(position, event->modifiers().testFlag(Qt::ControlModifier));
  // Where it scrolls, another row comes beneath a pointer that rests: whether it takes the drop shows when it is let
  // go.
  event->setAccepted(drop_legal_ || scrollsAt(position));
}

// Other rows are beneath the pointer then.
void LoopTreeView::scrollContentsBy(int dx, int dy) {
  QTreeView::scrollContentsBy(dx, dy);
  if (dragging_ && pointer_) track(*pointer_, drop_.tiles);
}

void LoopTreeView::dragLeaveEvent(QDragLeaveEvent* event) {
  QTreeView::dragLeaveEvent(event);
  if (own_drag_)
    loseTrack();  // it may come back
  else
    endDrag();
}

void LoopTreeView::dropEvent(QDropEvent* event) {
  // The rows follow from the new script; the view's own move must not take the dragged one away.
  event->setDropAction(Qt::CopyAction);
  event->accept();
  stopAutoScroll();
  setState(NoState);
  drop(dropAt(event->position().toPoint(), event->modifiers().testFlag(Qt::ControlModifier)));
}

void LoopTreeView::drop(const Drop& at) {
  QString why;
  const Candidate* candidate = candidateAt(at, &why);
  if (!candidate) {
    endDrag();
    if (!why.isEmpty()) Q_EMIT refused(why);
    return;
  }
  const Candidate chosen = *candidate;
  endDrag();
  take(chosen);
}

void LoopTreeView::overOutside(bool over) {
  outside_ = over;
  notifyOutside();
}

void LoopTreeView::dropOutside() {
  drop({});
}

void LoopTreeView::notifyOutside() {
  QString why;
  const Candidate* candidate = dragging_ ? candidateAt({}, &why) : nullptr;
  const std::pair<QString, bool> now{candidate ? translated(candidate->edit.label) : QString(),
                                     candidate && (outside_ || (pointer_ && !drop_.index.isValid()))};
  if (now == last_outside_offer_) return;
  last_outside_offer_ = now;
  Q_EMIT outsideOffered(now.first, now.second);
}

namespace {

// The share of the time with all that is in a row as a number, what the row takes itself as a bar behind it; also on a
// row that is selected.
class TimeCell : public WordCells {
 public:
  using WordCells::WordCells;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = std::exchange(cell.text, {});
    cell.widget->style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
    const KernelColors colors = KernelColors::from(cell.palette);
    const QRect room = cell.rect.adjusted(1, 1, -1, -1);
    if (const double own = index.data(LoopTreeModel::OwnShareRole).toDouble(); own > 0)
      painter->fillRect(QRect(room.topLeft(), QSize(std::max(2, static_cast<int>(room.width() * own)), room.height())),
                        colors.heatColor(1));
    painter->setFont(cell.font);
    painter->setPen(colors.text);
    draw_text(*painter, room.adjusted(0, 0, -3, 0), Qt::AlignRight | Qt::AlignVCenter, text);
  }
};

}  // namespace

QAbstractItemDelegate* LoopTreeView::timeCell() {
  return new TimeCell(this);
}

namespace {
constexpr int kPinBar = 4;
}

// Beside a pin's bar, not beneath it.
void LoopTreeView::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
  const LoopTreeRow* row = model_->row(index);
  const bool beside = row && row->depth == 0 && !marks_.pins_of({row->stage, row->axis, 0}).empty();
  QTreeView::drawBranches(painter, beside ? rect.translated(kPinBar - 1, 0) : rect, index);
}

void LoopTreeView::drawRow(QPainter* painter, const QStyleOptionViewItem& options, const QModelIndex& index) const {
  const bool lit = dragging_ && isDropTarget(index);
  if (lit) painter->fillRect(options.rect, KernelColors::blend(colors_.ok, colors_.background, 0.16));
  if (dragging_ && !lit && !selectionModel()->isSelected(index)) painter->setOpacity(0.45);
  if (const LoopTreeRow* row = model_->row(index); row && !dragging_) {
    const tir::Provenance here{row->stage, row->axis, 0};
    if (marks_.hovered.relation(here) == 2) painter->fillRect(options.rect, colors_.related);
  }
  QTreeView::drawRow(painter, options, index);
  painter->setOpacity(1);
  if (const LoopTreeRow* row = model_->row(index))
    colors_.paint_pins(*painter, marks_.pins_of({row->stage, row->axis, 0}),
                       QRect(0, options.rect.top(), kPinBar, options.rect.height()));
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

}  // namespace nw::views
