// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/drop_place.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QPainter>

#include "kernel/loop_tree_view.h"
#include "models/html.h"

namespace nw::views {

DropPlace::DropPlace(LoopTreeView* tree, QWidget* parent) : QWidget(parent), tree_(tree) {
  setAcceptDrops(true);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setAccessibleName(tr("Outside of all loops"));
  hide();
  connect(tree, &LoopTreeView::outsideOffered, this, [this](const QString& what, bool over) {
    what_ = what;
    over_ = over;
    setToolTip(plain_tip(what_));
    setVisible(!what_.isEmpty());
    update();
  });
}

QSize DropPlace::sizeHint() const {
  return {0, fontMetrics().height() + 16};
}

void DropPlace::dragEnterEvent(QDragEnterEvent* event) {
  if (!event->mimeData()->hasFormat(tree_->model()->mimeTypes().front())) return;
  event->acceptProposedAction();
  tree_->overOutside(true);
}

void DropPlace::dragLeaveEvent(QDragLeaveEvent*) {
  tree_->overOutside(false);
}

void DropPlace::dropEvent(QDropEvent* event) {
  event->setDropAction(Qt::CopyAction);  // the tree's own move must not take the dragged row away
  event->accept();
  tree_->dropOutside();
}

void DropPlace::paintEvent(QPaintEvent*) {
  const KernelColors colors = KernelColors::from(palette());
  QPainter painter(this);
  painter.fillRect(rect(), KernelColors::blend(colors.ok, colors.background, over_ ? 0.30 : 0.14));
  painter.setPen(QPen(colors.ok, over_ ? 2 : 1));
  painter.drawRect(rect().adjusted(1, 1, -2, -2));
  painter.setPen(colors.text);
  const QString text = tr("Drop here: %1").arg(what_);
  painter.drawText(rect(), Qt::AlignCenter, fontMetrics().elidedText(text, Qt::ElideRight, width() - 16));
}

}  // namespace nw::views
