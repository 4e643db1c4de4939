// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/effects_table.h"

#include <QKeyEvent>

#include "common/plain_table.h"
#include "kernel/code_font.h"

namespace nw::views {

EffectsTable::EffectsTable(const QString& name, QWidget* parent)
    : QTableView(parent), effects_(new TuneEffectsModel(this)) {
  setModel(effects_);
  setAccessibleName(name);
  setFont(codeFont());
  as_plain_table(this);
  connect(effects_, &QAbstractItemModel::modelReset, this, [this] {
    for (int each = 0; each < TuneEffectsModel::WithColumn; ++each) resizeColumnToContents(each);
  });
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) { Q_EMIT stepWanted(index.row()); });
  setContextMenuPolicy(Qt::CustomContextMenu);
  connect(this, &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
    const QModelIndex row = indexAt(place);
    if (row.isValid())
      Q_EMIT menuWanted(effects_->effects()[static_cast<size_t>(row.row())].line, viewport()->mapToGlobal(place));
  });
}

void EffectsTable::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && currentIndex().isValid()) return Q_EMIT stepWanted(currentIndex().row());
  QTableView::keyPressEvent(event);
}

}  // namespace nw::views
