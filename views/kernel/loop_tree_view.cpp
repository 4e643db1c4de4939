// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/loop_tree_view.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <algorithm>

#include "base/machine.h"
#include "kernel/factor_chips.h"

namespace nw::views {

using workspace::Gestures;
using workspace::LoopTreeRow;

LoopTreeView::LoopTreeView(LoopTreeModel* model, QWidget* parent) : QTreeView(parent), model_(model) {
  setModel(model);
  setAccessibleName(tr("Loop tree"));
  setFrameShape(QFrame::NoFrame);
  setDragDropMode(InternalMove);
  setDropIndicatorShown(true);
  setDragDropOverwriteMode(true);  // drops go onto rows, not between them
  setSelectionBehavior(SelectRows);
  setUniformRowHeights(true);
  setIndentation(9);  // nests are deep: the order says more than the distance
  setExpandsOnDoubleClick(false);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(LoopTreeModel::NameColumn, QHeaderView::Stretch);
  header()->setSectionResizeMode(LoopTreeModel::ExtentColumn, QHeaderView::ResizeToContents);
  header()->setSectionResizeMode(LoopTreeModel::KindColumn, QHeaderView::ResizeToContents);
  connect(model, &LoopTreeModel::reorderRequested, this, [this](StageId stage, const std::vector<AxisId>& leaves) {
    Q_EMIT gesture(gestures().reorder(stage, leaves));
  });
  connect(model, &LoopTreeModel::computeAtRequested, this, [this](StageId stage, StageId parent_stage, AxisId axis) {
    Q_EMIT gesture(gestures().compute_at(stage, parent_stage, axis));
  });
  connect(model, &LoopTreeModel::computeRootRequested, this,
          [this](StageId stage) { Q_EMIT gesture(gestures().compute_root(stage)); });
  connect(this, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
    if (index.data(LoopTreeModel::IsAxisRole).toBool()) splitChips();
  });
}

Gestures LoopTreeView::gestures() const {
  return Gestures(model_->preview()->text, model_->preview()->program);
}

void LoopTreeView::restore() {
  restoring_ = true;
  expandAll();
  setSelection(selection_);
  restoring_ = false;
}

void LoopTreeView::setSelection(const KernelSelection& selection) {
  selection_ = selection;
  const bool outer = std::exchange(restoring_, true);
  const QModelIndex index = selection.stage.valid() ? model_->find(selection.stage, selection.axis) : QModelIndex();
  setCurrentIndex(index);
  if (index.isValid()) scrollTo(index);
  restoring_ = outer;
}

KernelSelection LoopTreeView::selection() const {
  return selection_;
}

void LoopTreeView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTreeView::currentChanged(current, previous);
  if (restoring_) return;
  const LoopTreeRow* row = model_->row(current);
  selection_ = row ? KernelSelection{row->stage, row->axis, row->line} : KernelSelection{};
  Q_EMIT selected(selection_);
}

std::optional<LoopTreeView::Target> LoopTreeView::target() const {
  const LoopTreeRow* row = model_->row(currentIndex());
  if (!row || !model_->preview()->program.schedule) return std::nullopt;
  bool constant = false;
  const qint64 extent = QString::fromStdString(row->extent).toLongLong(&constant);
  return Target{row->stage, row->axis, constant ? std::optional(extent) : std::nullopt};
}

void LoopTreeView::splitChips() {
  const auto at = target();
  if (!at || !at->axis.valid()) return;
  const te::Operation op = model_->preview()->program.schedule->stage(at->stage).op;
  const int lanes = std::max(1, read_machine_facts().vector_bytes / std::max(1, op->output_dtype(0).bytes()));
  auto* chips = new FactorChips(at->extent, lanes, this);
  connect(chips, &FactorChips::previewed, this, [this, at](qint64 factor) {
    if (auto change = gestures().split(at->stage, at->axis, factor); change.value) Q_EMIT previewed(*change);
  });
  connect(chips, &FactorChips::cancelled, this, &LoopTreeView::previewEnded);
  connect(chips, &FactorChips::chosen, this, [this, at](qint64 factor) {
    Q_EMIT previewEnded();
    Q_EMIT gesture(gestures().split(at->stage, at->axis, factor));
  });
  chips->move(viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()));
  chips->show();
}

void LoopTreeView::fuseWithInner() {
  const auto at = target();
  if (!at || !at->axis.valid()) return;
  const auto& leaves = model_->preview()->program.schedule->stage(at->stage).leaf;
  auto inner = std::find(leaves.begin(), leaves.end(), at->axis);
  if (inner == leaves.end() || ++inner == leaves.end()) return;
  Q_EMIT gesture(gestures().fuse(at->stage, {at->axis, *inner}));
}

void LoopTreeView::move(int by) {
  const auto at = target();
  if (!at || !at->axis.valid()) return;
  std::vector<AxisId> leaves = model_->preview()->program.schedule->stage(at->stage).leaf;
  const auto from = std::find(leaves.begin(), leaves.end(), at->axis) - leaves.begin();
  const auto to = from + by;
  if (to < 0 || to >= static_cast<std::ptrdiff_t>(leaves.size())) return;
  std::swap(leaves[static_cast<size_t>(from)], leaves[static_cast<size_t>(to)]);
  Q_EMIT gesture(gestures().reorder(at->stage, leaves));
}

void LoopTreeView::mark(const char* primitive) {
  const auto at = target();
  if (at && at->axis.valid()) Q_EMIT gesture(gestures().mark(at->stage, at->axis, primitive));
}

void LoopTreeView::keyPressEvent(QKeyEvent* event) {
  const auto at = target();
  if (at && event->modifiers() == Qt::AltModifier && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down))
    return move(event->key() == Qt::Key_Up ? -1 : 1);
  if (at && event->modifiers() == Qt::NoModifier) {
    switch (event->key()) {
      case Qt::Key_S:
        return splitChips();
      case Qt::Key_F:
        return fuseWithInner();
      case Qt::Key_V:
        return mark("vectorize");
      case Qt::Key_U:
        return mark("unroll");
      case Qt::Key_P:
        return mark("parallel");
      case Qt::Key_I:
        Q_EMIT gesture(gestures().compute_inline(at->stage));
        return;
      case Qt::Key_R:
        Q_EMIT gesture(gestures().compute_root(at->stage));
        return;
      case Qt::Key_C:
        Q_EMIT gesture(gestures().cache_write(at->stage, "local"));
        return;
      default:
        break;
    }
  }
  QTreeView::keyPressEvent(event);
}

void LoopTreeView::contextMenuEvent(QContextMenuEvent* event) {
  const auto at = target();
  if (!at) return;
  QMenu menu(this);
  if (at->axis.valid()) fillAxisMenu(&menu);
  fillStageMenu(&menu, at->stage);
  menu.exec(event->globalPos());
}

void LoopTreeView::fillAxisMenu(QMenu* menu) {
  const auto at = *target();
  menu->addSection(tr("Axis %1").arg(currentIndex().siblingAtColumn(0).data().toString()));
  menu->addAction(tr("Split…\tS"), this, &LoopTreeView::splitChips);
  menu->addAction(tr("Fuse with the loop inside\tF"), this, &LoopTreeView::fuseWithInner);
  menu->addAction(tr("Move out\tAlt+Up"), this, [this] { move(-1); });
  menu->addAction(tr("Move in\tAlt+Down"), this, [this] { move(1); });
  menu->addAction(tr("Vectorize\tV"), this, [this] { mark("vectorize"); });
  menu->addAction(tr("Unroll\tU"), this, [this] { mark("unroll"); });
  menu->addAction(tr("Parallel\tP"), this, [this] { mark("parallel"); });
  const schedule::Axis* axis = model_->preview()->program.schedule->stage(at.stage).find_axis(at.axis);
  if (axis && axis->iter->type == tir::IterType::CommReduce)
    menu->addAction(tr("Factor the reduction (rfactor)"), this,
                    [this, at] { Q_EMIT gesture(gestures().rfactor(at.stage, at.axis)); });
}

void LoopTreeView::fillComputeAt(QMenu* menu, StageId stage) {
  const schedule::Schedule& schedule = *model_->preview()->program.schedule;
  for (StageId other : schedule.order()) {
    const schedule::Stage& consumer = schedule.stage(other);
    if (other == stage || consumer.op->kind == te::OpKind::Placeholder) continue;
    bool reads = false;
    for (const te::Tensor& tensor : consumer.op->inputs()) reads = reads || schedule.find(tensor->op) == stage;
    if (!reads) continue;
    for (AxisId axis : consumer.leaf) {
      const QString name = model_->find(other, axis).data().toString();
      menu->addAction(tr("%1 of %2").arg(name, QString::fromStdString(consumer.name())), this,
                      [this, stage, other, axis] { Q_EMIT gesture(gestures().compute_at(stage, other, axis)); });
    }
  }
  menu->setEnabled(!menu->isEmpty());
}

void LoopTreeView::fillStageMenu(QMenu* menu, StageId stage) {
  const schedule::Stage& s = model_->preview()->program.schedule->stage(stage);
  menu->addSection(tr("Stage %1").arg(QString::fromStdString(s.name())));
  fillComputeAt(menu->addMenu(tr("Compute at")), stage);
  QAction* inlining =
      menu->addAction(tr("Inline\tI"), this, [this, stage] { Q_EMIT gesture(gestures().compute_inline(stage)); });
  if (s.is_output) {
    inlining->setEnabled(false);
    inlining->setText(tr("Inline (an output has no consumer)"));
  }
  menu->addAction(tr("Compute at root\tR"), this, [this, stage] { Q_EMIT gesture(gestures().compute_root(stage)); });
  for (const char* scope : {"local", "global"})
    menu->addAction(tr("Write through a %1 cache").arg(QLatin1String(scope)), this,
                    [this, stage, scope] { Q_EMIT gesture(gestures().cache_write(stage, scope)); });
  const auto inputs = s.op->inputs();
  QMenu* reads = menu->addMenu(tr("Read through a cache"));
  for (const te::Tensor& tensor : inputs) {
    const StageId producer = model_->preview()->program.schedule->find(tensor->op);
    if (!producer.valid()) continue;
    for (const char* scope : {"local", "global"})
      reads->addAction(
          tr("%1, %2").arg(QString::fromStdString(tensor->name), QLatin1String(scope)), this,
          [this, producer, stage, scope] { Q_EMIT gesture(gestures().cache_read(producer, scope, {stage})); });
  }
  reads->setEnabled(!reads->isEmpty());
}

}  // namespace nw::views
