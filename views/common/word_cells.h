// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a list or table with one line of text each, shaped once: Qt's own cells shape their text three times for
// each painting. Other cells are painted by Qt.
#pragma once

#include <QStyledItemDelegate>

namespace nw::views {

class WordCells : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  // The same for a cell that is made up already.
  static void paint(QPainter& painter, const QStyleOptionViewItem& cell);

 private:
  mutable QFont sized_;   // of the cell that was measured last
  mutable QSize beside_;  // what one has beside the width of its words
};

}  // namespace nw::views
