// SPDX-License-Identifier: GPL-3.0-or-later
// The inferred bounds of a kernel as a table with reasons: one row for each axis, root axes before the loops derived
// from them. A root axis that is a loop itself has one row.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "kernel/preview.h"

namespace nw::views {

class BoundsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { StageColumn, AxisColumn, KindColumn, MinColumn, ExtentColumn, BecauseColumn, ColumnCount };
  enum Role { StageRole = Qt::UserRole + 1, AxisRole };

  using QAbstractTableModel::QAbstractTableModel;
  // False: it has the same rows.
  bool setPreview(const std::shared_ptr<const kernel::KernelPreview>& preview);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool repeatsReasons(int row) const;  // of the row before
  std::vector<kernel::BoundsRow> rows_;
};

}  // namespace nw::views
