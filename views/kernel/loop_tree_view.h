// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree as a person works on it: drag axes and stages, a menu and a key for every primitive. It asks for steps
// by one signal; what is legal and what becomes of it the preview says.
#pragma once

#include <QTreeView>
#include <optional>

#include "kernel/kernel_selection.h"
#include "models/loop_tree_model.h"
#include "workspace/gestures.h"

namespace nw::views {

class LoopTreeView : public QTreeView {
  Q_OBJECT

 public:
  explicit LoopTreeView(LoopTreeModel* model, QWidget* parent = nullptr);

  // After the model has a new preview: everything open, the same thing selected.
  void restore();
  void setSelection(const KernelSelection& selection);
  KernelSelection selection() const;
  using QTreeView::setSelection;

 Q_SIGNALS:
  void selected(const nw::views::KernelSelection& selection);
  void gesture(const nw::Result<nw::workspace::TextChange>& change);  // to be made part of the script
  void previewed(const nw::workspace::TextChange& change);            // to be shown only
  void previewEnded();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  struct Target {  // what a primitive acts on
    StageId stage;
    AxisId axis;
    std::optional<qint64> extent;
  };
  std::optional<Target> target() const;
  workspace::Gestures gestures() const;
  void splitChips();
  void fuseWithInner();
  void move(int by);  // Alt+Up, Alt+Down: reorder by one place
  void mark(const char* primitive);
  void fillComputeAt(class QMenu* menu, StageId stage);
  void fillStageMenu(QMenu* menu, StageId stage);
  void fillAxisMenu(QMenu* menu);

  LoopTreeModel* model_;
  KernelSelection selection_;
  bool restoring_ = false;
};

}  // namespace nw::views
