// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a state of the history: its position in the tree, a thumbnail of its loop nest, the label of the change, and
// its name as a chip.
#pragma once

#include "common/word_cells.h"

#include "workspace/nest_sketch.h"

namespace nw::views {

class HistoryDelegate : public WordCells {
  Q_OBJECT

 public:
  using WordCells::WordCells;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const override;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintStep(QPainter& painter, const QRect& rect, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const;
};

// Each line a bar, as far to the right as it is deep, in the colour of its kind.
void paint_sketch(QPainter& painter, const QRect& rect, const workspace::NestSketch& nest, const QPalette& palette);

}  // namespace nw::views
