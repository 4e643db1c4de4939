// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/bounds_view.h"

#include <QHeaderView>
#include <algorithm>

namespace nw::views {

BoundsView::BoundsView(BoundsModel* model, QWidget* parent) : QTableView(parent) {
  setModel(model);
  setAccessibleName(tr("Inferred bounds"));
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(SelectRows);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTextElideMode(Qt::ElideRight);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setMinimumSectionSize(24);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  setShowGrid(false);
  setWordWrap(false);
}

// The last column has the room that is left.
void BoundsView::fitColumns() {
  const bool narrow = isColumnHidden(BoundsModel::KindColumn);
  for (int column = 0; column < BoundsModel::BecauseColumn; ++column) {
    resizeColumnToContents(column);
    const int most = (narrow || column > BoundsModel::KindColumn ? 14 : 20) * fontMetrics().averageCharWidth();
    setColumnWidth(column, std::min(columnWidth(column) + (narrow ? 0 : 12), most));
  }
}

void BoundsView::resizeEvent(QResizeEvent* event) {
  // What kind of loop it is stands in the tree, and where it begins is seldom other than 0: both are in the tooltip.
  const bool narrow = viewport()->width() < 80 * fontMetrics().averageCharWidth();
  setColumnHidden(BoundsModel::KindColumn, narrow);
  setColumnHidden(BoundsModel::MinColumn, narrow);
  QTableView::resizeEvent(event);
}

}  // namespace nw::views
