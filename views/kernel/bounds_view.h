// SPDX-License-Identifier: GPL-3.0-or-later
// The table of inferred bounds: each loop's extent and its reasons, which are wrapped and never cut. In a narrow panel
// they get the width.
#pragma once

#include <QTableView>

#include "kernel/kernel_selection.h"
#include "models/bounds_model.h"

namespace nw::views {

class BoundsView : public QTableView {
  Q_OBJECT

 public:
  BoundsView(BoundsModel* model, QWidget* parent);

  void fitColumns();
  // The rows of that axis, or of all axes of that stage, come into view.
  void setSelection(const KernelSelection& selection);
  using QTableView::setSelection;

 Q_SIGNALS:
  void selected(const nw::views::KernelSelection& selection);  // by a person, here

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitRows();

  bool following_ = false;
};

}  // namespace nw::views
