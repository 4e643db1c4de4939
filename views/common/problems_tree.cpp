// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/problems_tree.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>

#include "common/problem_details.h"
#include "models/problems_model.h"

namespace nw::views {

namespace {

constexpr int kBesideText = 40;  // icon and margins of a message
constexpr int kAbove = 8;        // both sides of its lines

class ProblemCells : public QStyledItemDelegate {
 public:
  explicit ProblemCells(ProblemsTree* tree) : QStyledItemDelegate(tree), tree_(tree) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QFontMetrics metrics(option.font);
    if (index.data(ProblemsModel::DetailsRole).toBool()) {
      auto* details = qobject_cast<ProblemDetails*>(tree_->indexWidget(index.siblingAtColumn(0)));
      return {0, details ? details->heightFor(tree_->messageWidth(index)) : metrics.height()};
    }
    if (index.column() != ProblemsModel::MessageColumn) return {0, metrics.height() + kAbove};
    const QRect room(0, 0, std::max(60, tree_->messageWidth(index) - kBesideText), 1 << 20);
    return {0, metrics.boundingRect(room, Qt::TextWordWrap, index.data().toString()).height() + kAbove};
  }

  // All of the row: the style's padding is for text, and would cut the last line.
  void updateEditorGeometry(QWidget* details, const QStyleOptionViewItem& option, const QModelIndex&) const override {
    details->setGeometry(option.rect);
  }

 private:
  ProblemsTree* tree_;
};

}  // namespace

ProblemsTree::ProblemsTree(QWidget* parent) : QTreeView(parent) {
  setItemDelegate(new ProblemCells(this));
  setUniformRowHeights(false);
  setWordWrap(true);
  setTextElideMode(Qt::ElideMiddle);
  setIndentation(16);
  setExpandsOnDoubleClick(false);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  verticalScrollBar()->setSingleStep(20);
  header()->setStretchLastSection(false);
  connect(header(), &QHeaderView::sectionResized, this, [this] { scheduleDelayedItemsLayout(); });
}

// Details have the whole row, a message its column.
int ProblemsTree::messageWidth(const QModelIndex& index) const {
  int depth = 1;
  for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) ++depth;
  const bool details = index.data(ProblemsModel::DetailsRole).toBool();
  return (details ? viewport()->width() : columnWidth(ProblemsModel::MessageColumn)) - depth * indentation();
}

void ProblemsTree::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  scheduleDelayedItemsLayout();
}

}  // namespace nw::views
