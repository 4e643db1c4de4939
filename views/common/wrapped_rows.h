// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a list or a tree with one column, each as high as its text is at the width of the view: no sentence is cut.
#pragma once

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace nw::views {

class WrappedRows : public QStyledItemDelegate {
 public:
  explicit WrappedRows(QAbstractItemView* view);
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  QAbstractItemView* view_;
};

}  // namespace nw::views
