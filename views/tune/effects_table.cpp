// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/effects_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <algorithm>

#include "common/plain_table.h"
#include "kernel/code_font.h"

namespace nw::views {

namespace {
constexpr int kLeastStep = 20;  // characters
}

EffectsTable::EffectsTable(const QString& name, QWidget* parent)
    : QTableView(parent), effects_(new TuneEffectsModel(this)) {
  setModel(effects_);
  setAccessibleName(name);
  setFont(codeFont());
  as_plain_table(this);
  connect(effects_, &QAbstractItemModel::modelReset, this, &EffectsTable::fitColumns);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, &QTableView::resizeRowsToContents);
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) { Q_EMIT stepWanted(index.row()); });
  setContextMenuPolicy(Qt::CustomContextMenu);
  connect(this, &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
    const QModelIndex row = indexAt(place);
    if (row.isValid())
      Q_EMIT menuWanted(effects_->effects()[static_cast<size_t>(row.row())].line, viewport()->mapToGlobal(place));
  });
}

// Steps, and what is left out with them, take as many lines as they need.
void EffectsTable::fitColumns() {
  using Model = TuneEffectsModel;
  const auto wanted = [this](int column) {
    return std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
  };
  const int width = viewport()->width();
  int room = width - std::min(wanted(Model::WithColumn), width / 4);
  for (const int column : {Model::GainColumn, Model::WorthColumn, Model::MeasuredColumn}) {
    setColumnWidth(column, wanted(column));
    room -= columnWidth(column);
  }
  const int least = kLeastStep * fontMetrics().averageCharWidth();
  setColumnWidth(Model::StepColumn, std::max(least, std::min(room, wanted(Model::StepColumn))));
  resizeRowsToContents();
}

void EffectsTable::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fitColumns();
}

void EffectsTable::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fitColumns();
}

void EffectsTable::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && currentIndex().isValid()) return Q_EMIT stepWanted(currentIndex().row());
  QTableView::keyPressEvent(event);
}

}  // namespace nw::views
