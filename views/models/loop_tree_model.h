// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree of a kernel: stages, their loops one inside the other, and the stages computed at a loop beneath it.
// Drops ask for a step by signal; the model itself never changes but by a new preview.
#pragma once

#include <QAbstractItemModel>
#include <memory>

#include "workspace/kernel_preview.h"

namespace nw::views {

class LoopTreeModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { NameColumn, ExtentColumn, KindColumn, ColumnCount };
  enum Role { StageRole = Qt::UserRole + 1, AxisRole, LineRole, IsAxisRole };

  explicit LoopTreeModel(QObject* parent = nullptr);

  void setPreview(std::shared_ptr<const workspace::KernelPreview> preview);
  const workspace::KernelPreview* preview() const { return preview_.get(); }
  const workspace::LoopTreeRow* row(const QModelIndex& index) const;
  QModelIndex find(StageId stage, AxisId axis) const;
  // The leaves of `stage` with `axis` moved to stand before `before` (invalid: to the end).
  std::vector<AxisId> moved(StageId stage, AxisId axis, AxisId before) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                       const QModelIndex& parent) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 Q_SIGNALS:
  void reorderRequested(nw::StageId stage, const std::vector<nw::AxisId>& leaves);
  void fuseRequested(nw::StageId stage, nw::AxisId outer, nw::AxisId inner);
  void computeAtRequested(nw::StageId stage, nw::StageId parent, nw::AxisId axis);
  void computeRootRequested(nw::StageId stage);

 private:
  int dragged(const QMimeData* data) const;  // the row carried, or -1

  std::shared_ptr<const workspace::KernelPreview> preview_;
  std::vector<std::vector<int>> children_;  // by row; the last entry holds the top level
};

}  // namespace nw::views
