// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/wrapped_rows.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QListView>
#include <QTreeView>
#include <algorithm>

namespace nw::views {

namespace {
constexpr int kBesideRowText = 16;  // margins of a row and the style's padding
constexpr int kAboveRowText = 8;
}  // namespace

WrappedRows::WrappedRows(QAbstractItemView* view) : QStyledItemDelegate(view), view_(view) {
  if (auto* list = qobject_cast<QListView*>(view)) list->setWordWrap(true);
  if (auto* tree = qobject_cast<QTreeView*>(view)) {
    tree->setWordWrap(true);
    tree->setUniformRowHeights(false);
    QObject::connect(tree->header(), &QHeaderView::sectionResized, tree, &QTreeView::doItemsLayout,
                     Qt::QueuedConnection);
  }
}

QSize WrappedRows::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  int width = view_->viewport()->width() - kBesideRowText;
  if (const auto* tree = qobject_cast<const QTreeView*>(view_))
    for (QModelIndex at = index; at.isValid(); at = at.parent()) width -= tree->indentation();
  const QRect room(0, 0, std::max(60, width), 1 << 20);
  const QString text = index.data().toString();
  return {0, QFontMetrics(option.font).boundingRect(room, Qt::TextWordWrap, text).height() + kAboveRowText};
}

}  // namespace nw::views
