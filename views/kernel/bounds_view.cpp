// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/bounds_view.h"

#include <QHeaderView>
#include <algorithm>

#include "common/shaped_text.h"
#include "common/word_cells.h"

namespace nw::views {

BoundsView::BoundsView(BoundsModel* model, QWidget* parent) : QTableView(parent) {
  setTabKeyNavigation(false);
  setModel(model);
  setItemDelegate(new WordCells(this));
  setAccessibleName(tr("Inferred bounds"));
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(SelectRows);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(ScrollPerPixel);  // a row may be higher than a low panel
  setTextElideMode(Qt::ElideRight);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setMinimumSectionSize(24);
  horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  setShowGrid(false);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
    if (column != BoundsModel::BecauseColumn) fitRows();
  });
}

// The last column has the remaining width.
void BoundsView::fitColumns() {
  const bool narrow = isColumnHidden(BoundsModel::KindColumn);
  QStyleOptionViewItem option;
  initViewItemOption(&option);
  const QModelIndex first = model()->index(0, 0);
  const int around = first.isValid()
                         ? itemDelegate()->sizeHint(option, first).width() - text_width(font(), first.data().toString())
                         : 0;
  for (int column = 0; column < BoundsModel::BecauseColumn; ++column) {
    int wanted = horizontalHeader()->sectionSizeHint(column);
    for (int row = 0; row < model()->rowCount(); ++row)
      wanted = std::max(wanted, around + text_width(font(), model()->index(row, column).data().toString()) + 1);
    const int most = (narrow || column > BoundsModel::KindColumn ? 14 : 20) * fontMetrics().averageCharWidth();
    setColumnWidth(column, std::min(wanted + (narrow ? 0 : 12), most));
  }
  fitRows();
}

// As high as the reasons, measured here: Qt would measure every cell of a row. The header's own stretching comes later,
// and without a word.
void BoundsView::fitRows() {
  constexpr int kBeside = 24;  // margins of a cell and the style's padding
  constexpr int kAir = 8;      // between the sentences of one row and the next
  const int line = verticalHeader()->defaultSectionSize();
  int others = 0;
  for (int column = 0; column < BoundsModel::BecauseColumn; ++column) others += columnWidth(column);
  setColumnWidth(BoundsModel::BecauseColumn, std::max(60, viewport()->width() - others));
  const int room = std::max(60, columnWidth(BoundsModel::BecauseColumn) - kBeside);
  for (int row = 0; row < model()->rowCount(); ++row) {
    const QString because = model()->index(row, BoundsModel::BecauseColumn).data().toString();
    const bool one_line = text_width(font(), because) <= room;
    const QRect words =
        one_line ? QRect() : fontMetrics().boundingRect({0, 0, room, 1 << 20}, Qt::TextWordWrap, because);
    if (const int wanted = std::max(line, words.height() + kAir); rowHeight(row) != wanted) setRowHeight(row, wanted);
  }
  updateGeometries();  // else rows come into view by what their heights were
}

void BoundsView::setSelection(const KernelSelection& selection) {
  following_ = true;
  QItemSelection rows;
  for (int row = 0; row < model()->rowCount() && selection.stage.valid(); ++row) {
    const QModelIndex index = model()->index(row, 0);
    if (StageId(index.data(BoundsModel::StageRole).toInt()) != selection.stage) continue;
    const AxisId axis(index.data(BoundsModel::AxisRole).toInt());
    if (!selection.axis.valid() || axis == selection.axis ||
        std::ranges::find(selection.also, axis) != selection.also.end())
      rows.select(index, index);
  }
  selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  const QModelIndex first = rows.isEmpty() ? QModelIndex() : QModelIndex(rows.first().topLeft());
  selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
  if (first.isValid()) {
    scrollTo(model()->index(rows.last().bottom(), 0));
    scrollTo(first);
  }
  following_ = false;
}

void BoundsView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (following_ || !hasFocus() || !current.isValid()) return;
  Q_EMIT selected(
      {StageId(current.data(BoundsModel::StageRole).toInt()), AxisId(current.data(BoundsModel::AxisRole).toInt()), 0});
}

void BoundsView::resizeEvent(QResizeEvent* event) {
  // What kind of loop it is is in the tree, and where it begins is seldom other than 0: both are in the tooltip.
  const bool narrow = viewport()->width() < 80 * fontMetrics().averageCharWidth();
  const bool other = narrow != isColumnHidden(BoundsModel::KindColumn);
  setColumnHidden(BoundsModel::KindColumn, narrow);
  setColumnHidden(BoundsModel::MinColumn, narrow);
  QTableView::resizeEvent(event);
  other ? fitColumns() : fitRows();
  if (currentIndex().isValid()) scrollTo(currentIndex());
}

}  // namespace nw::views
