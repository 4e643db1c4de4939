// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds and working sets: the table of bounds, and below it, for the selected loop, the part of each buffer that one
// execution of it accesses.
#pragma once

#include <QWidget>

#include "kernel/bounds_view.h"
#include "kernel/nest_figures.h"

class QTextEdit;

namespace nw::views {

class BoundsPage : public QWidget {
  Q_OBJECT

 public:
  BoundsPage(BoundsModel* model, QWidget* parent);

  BoundsView* table() const { return table_; }
  // null: no loop is selected, or nothing is known of it.
  void setLoop(const QString& name, const kernel::LoopFigures* loop, const kernel::KernelPreview& preview);
  QString loopText() const;  // as shown, without its layout

  // The figures of a loop appear within reserved space, so that nothing else moves.
  QSize minimumSizeHint() const override { return table_->minimumSizeHint(); }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitLoop();

  BoundsView* table_;
  QTextEdit* loop_;
  QString text_;
};

}  // namespace nw::views
